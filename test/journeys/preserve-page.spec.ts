import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sectionsOf, shellWords, shownCommands } from '../support/command-line/page-sessions.js';
import { preserveEnd } from '../support/command-line/preserve-end.js';
import { projectRoot } from '../support/project-root.js';

describe('preserve on the page on the terminal', () => {
  it('answers as it shows', async () => {
    const page = readFileSync(join(projectRoot, 'docs/terminal.md'), 'utf8');
    const root = await mkdtemp(join(tmpdir(), 'muniment-page-'));
    const data = join(root, 'data');
    const commands = shownCommands(sectionsOf(page).get('Preserving') ?? '');
    expect(commands).to.have.length(3);
    for (const { typed, answered } of commands) {
      const [program, verb, folder = '', ...words] = shellWords(typed);
      expect([program, verb]).to.deep.equal(['muniment', 'preserve']);
      const around = { form: 'terminal', environment: { MUNIMENT_DATA: data } } as const;
      const { all } = await preserveEnd([join(projectRoot, folder), ...words], around);
      expect(all.replaceAll(data, './data').replaceAll(`${projectRoot}/`, ''), typed).to.equal(answered);
    }
    await rm(root, { recursive: true });
  });
});

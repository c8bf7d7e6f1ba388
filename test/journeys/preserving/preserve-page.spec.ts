import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { VERBS } from '../../../infra/compose/program/verbs.js';
import { sectionsOf, shellWords, shownCommands } from '../../support/command-line/page-sessions.js';
import { preserveEnd } from '../../support/command-line/preserve-end.js';
import { projectRoot } from '../../support/project-root.js';

/** The sections whose commands need a platform, in the order in which they build on each other. */
const SECTIONS: ReadonlyMap<string, number> = new Map([
  ['Preserving', 3],
  ['Containers and exports', 4],
]);

describe('what changes the archive on the page on the terminal', () => {
  const page = readFileSync(join(projectRoot, 'docs/terminal.md'), 'utf8');
  let root = '';
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-page-'));
  });
  after(() => rm(root, { recursive: true }));

  for (const [section, count] of SECTIONS)
    it(`answers as it shows: ${section}`, async () => {
      const data = join(root, 'data');
      const commands = shownCommands(sectionsOf(page).get(section) ?? '');
      expect(commands).to.have.length(count);
      for (const { typed, answered } of commands) {
        const [program, name = '', ...words] = shellWords(typed);
        expect(program).to.equal('muniment');
        const verb = await VERBS[name]?.load();
        if (verb === undefined) throw new Error(`there is no verb ${name}`);
        const local = words.map((word) => (word.startsWith('samples/') ? join(projectRoot, word) : word));
        const around = { verb, form: 'terminal', environment: { MUNIMENT_DATA: data } } as const;
        const { all } = await preserveEnd(local, around);
        expect(all.replaceAll(data, './data').replaceAll(`${projectRoot}/`, ''), typed).to.equal(answered);
      }
    });
});

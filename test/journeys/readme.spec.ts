import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openingOf } from '../../infra/compose/program/opening.js';
import { VERBS } from '../../infra/compose/program/verbs.js';
import { shellWords, shownCommands, withoutTimes, type ShownCommand } from '../support/command-line/page-sessions.js';
import { runInProgram } from '../support/command-line/run-in-program.js';
import { projectRoot } from '../support/project-root.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** The words of the session that are places on this computer. */
const PLACES = new Set(['samples/letters-1911', 'mine', 'before']);

const page = readFileSync(join(projectRoot, 'README.md'), 'utf8');

/** The first command of the page, and those of its session, which begins after it. */
const session = (): readonly ShownCommand[] => {
  const [, typed = ''] = /^npm ci && npm run (.+)$/m.exec(page) ?? [];
  return [{ typed: `npx muniment ${typed.replace(' -- ', ' ')}`, answered: '' }, ...shownCommands(page)];
};

describe('the session of the README', () => {
  const folder = temporaryFolder();

  /** What a verb answers on a terminal of 80 columns, in the folder. */
  const answerOf = async (typed: string): Promise<string> => {
    const [, program, name = '', ...typedWords] = shellWords(typed);
    expect(program).to.equal('muniment');
    const words = typedWords.map((word) => (PLACES.has(word) ? `${folder()}/${word}` : word));
    const environment = { NO_COLOR: '1', MUNIMENT_AGENT: 'ada', MUNIMENT_LOG_LEVEL: 'error' };
    const data = `${folder()}/data`;
    const about = { environment, say: () => undefined, waitMs: 0, command: `muniment ${name}`, mayCreate: true };
    const signal = new AbortController().signal;
    const opening = openingOf({ kind: 'data', path: data, from: 'MUNIMENT_DATA' }, { ...about, signal });
    const verb = await VERBS[name]?.load();
    if (verb === undefined) throw new Error(`there is no verb ${name}`);
    const { code, stdout, stderr } = await runInProgram(verb, words, {
      ...opening,
      environment: { ...environment, MUNIMENT_DATA: data },
      terminal: { columns: 80 },
    });
    expect(code, stderr).to.equal(0);
    const lasting = `${stdout}${stderr}`.replaceAll(/\r\u001b\[2K[^\r\n]*/g, ''); // without what was erased again
    return lasting.replaceAll(`${folder()}/`, '');
  };

  it('answers as it shows, command by command', async () => {
    cpSync(join(projectRoot, 'samples'), join(folder(), 'samples'), { recursive: true });
    for (const { typed, answered } of session())
      if (!typed.startsWith('npx ')) execFileSync('bash', ['-c', typed], { cwd: folder() });
      else {
        const told = withoutTimes(await answerOf(typed));
        if (answered !== '') expect(told, typed).to.equal(withoutTimes(answered.replace(/\n+$/, '\n')));
      }
  });
});

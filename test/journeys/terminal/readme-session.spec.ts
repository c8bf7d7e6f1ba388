import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { shellWords, shownCommands, withoutTimes } from '../../support/command-line/page-sessions.js';
import { runMuniment } from '../../support/command-line/run-muniment.js';
import { projectRoot } from '../../support/project-root.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** A word that is a place in the folder of the session. */
const PLACE = /^(?:samples\/letters-1911|mine|before)$/;

describe('the session of README', () => {
  const folder = temporaryFolder();

  const answerOf = async (words: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await runMuniment(
      words.map((word) => (PLACE.test(word) ? join(folder(), word) : word)),
      {
        terminal: { columns: 80 },
        environment: { NO_COLOR: '1', MUNIMENT_DATA: join(folder(), 'data'), MUNIMENT_AGENT: 'ada' },
      },
    );
    const lasting = `${stdout}${stderr}`.replaceAll(/\r\u001b\[2K[^\r\n]*/g, ''); // without what was erased again
    return lasting.replaceAll(`${folder()}/`, '');
  };

  it('answers as it shows', async () => {
    const page = readFileSync(join(projectRoot, 'README.md'), 'utf8');
    cpSync(join(projectRoot, 'samples'), join(folder(), 'samples'), { recursive: true });
    const [, first = ''] = /^npm ci && npm run preserve -- (.*)$/m.exec(page) ?? [];
    expect(await answerOf(['preserve', ...shellWords(first)])).to.match(/ as letters\/1911@v1: 9 files, 12\.4 kB\.$/m);
    const commands = shownCommands(page);
    expect(commands).to.have.length(7);
    for (const { typed, answered } of commands) {
      const [npx, program, ...words] = shellWords(typed);
      if (npx === 'npx' && program === 'muniment')
        expect(withoutTimes(await answerOf(words)), typed).to.equal(withoutTimes(answered.replace(/\n\n$/, '\n')));
      else execFileSync('sh', ['-c', typed], { cwd: folder() });
    }
  });
});

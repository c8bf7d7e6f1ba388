import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { preserveLetters } from '../../support/archive/preserved-letters.js';
import { sectionsOf, shellWords, shownCommands, withoutTimes } from '../../support/command-line/page-sessions.js';
import { runMuniment } from '../../support/command-line/run-muniment.js';
import { openedOnce } from '../../support/platform/opened.js';
import { projectRoot } from '../../support/project-root.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** The sections whose commands leave the archive as it is, in their order. */
const SHOWN = ['What it writes', 'Looking', 'Getting it back', 'Proving', 'Running the archive'];

/** A word that is a place on this computer. */
const PLACE = /^(?:\.\/.+|out|one|pictures(?:\/pictures)?|letters-1911-(?:v1(?:\.zip)?|ocfl))$/;

const page = readFileSync(join(projectRoot, 'docs/terminal.md'), 'utf8');

describe('the page on the terminal', () => {
  const letters = openedOnce(preserveLetters, ({ remove }) => remove());
  const places = mkdtempSync(join(tmpdir(), 'muniment-'));
  after(() => rmSync(places, { recursive: true }));

  /** What a command answers on a terminal of 80 columns. */
  const answerOf = async (typed: string): Promise<string> => {
    const [program, name = '', ...typedWords] = shellWords(typed);
    const words = typedWords.map((word) => (PLACE.test(word) ? `${places}/${word}` : word));
    expect(program).to.equal('muniment');
    const { stdout, stderr } = await runMuniment([name, ...words], {
      terminal: { columns: 80 },
      environment: { NO_COLOR: '1', MUNIMENT_DATA: letters.data },
    });
    const lasting = `${stdout}${stderr}`.replaceAll(/\r\u001b\[2K[^\r\n]*/g, ''); // without what was erased again
    return lasting.replaceAll(`${places}/`, '');
  };

  for (const name of SHOWN)
    describe(name, () => {
      const commands = shownCommands(sectionsOf(page).get(name) ?? '');
      it('shows commands', () => expect(commands).to.not.deep.equal([]));

      for (const { typed, answered } of commands)
        it(`answers as it shows: ${typed}`, async () => {
          expect(withoutTimes(await answerOf(typed))).to.equal(withoutTimes(answered));
        });
    });

  describe('A page to print', () => {
    const folder = temporaryFolder();
    const commands = shownCommands(sectionsOf(page).get('A page to print') ?? '');
    it('shows commands', () => expect(commands).to.not.deep.equal([]));

    for (const { typed, answered } of commands)
      it(`answers as it shows: ${typed}`, async () => {
        const to = join(folder(), 'report.html');
        expect((await answerOf(typed.replace('report.html', to))).replace(to, 'report.html')).to.equal(answered);
        expect(readFileSync(to, 'utf8')).to.match(/<\/html>\n$/);
      });
  });
});

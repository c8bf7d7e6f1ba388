import { pathBelow, readWholeGroup } from '../../looking/target.js';
import { shellWord } from '../../output/shell-word.js';
import type { Verb } from '../../program/verb.js';
import { readShownVersion } from './shown-version.js';
import { versionLines } from './version-lines.js';

const HELP = `Usage: muniment show <path[@version]> [options]

Shows one version of an archival group: who made it, when and why, how many
files it has and of which formats, what the scan for viruses found, and when
the group was last checked.

  muniment show letters/1911
  muniment show letters/1911@v1

Without @version: the newest.

Exit codes: 0 shown, 1 not there, 2 command line, 4 login,
5 try again later.
`;

/** Shows one version of an archival group. */
export const show: Verb = {
  name: 'show',
  kind: 'document',
  help: HELP,
  define: (command) => {
    command.argument('<path>');
  },
  run: async ({ args: [word = ''] }, { archive: open, output }) => {
    const archive = await open();
    const target = await readWholeGroup(archive, word, {
      verb: 'show',
      next: ({ group, below }) => `muniment ls -l ${shellWord(pathBelow(group, below))}`,
    });
    const shown = await readShownVersion(archive, target);
    if (output.form !== 'json') await output.write(versionLines(shown, output));
    return { code: 0, summary: shown };
  },
};

import { wordsFault } from '../command-fault.js';
import { meantText } from '../program/nearest-name.js';
import type { Verb } from '../program/verb.js';
import { SHELLS } from './shells.js';

const HELP = `Usage: muniment completion <shell>

Prints the script that completes verbs, options, ids of jobs, versions and
paths of the archive in bash, zsh or fish. Its first lines tell how to load it.

  source <(muniment completion bash)
  muniment completion zsh > ~/.zfunc/_muniment
  muniment completion fish | source

What cannot be found within 300 ms is not completed.

Exit codes: 0 printed, 2 no such shell.
`;

const isShell = (name: string): name is keyof typeof SHELLS => Object.hasOwn(SHELLS, name);

export const completion: Verb = {
  name: 'completion',
  kind: 'document',
  help: HELP,
  define: (command) => void command.argument('<shell>'),
  run: async ({ args: [shell = ''] }, { output }) => {
    if (!isShell(shell))
      throw wordsFault(
        `There is no completion for "${shell}", only for bash, zsh and fish.${meantText(shell, Object.keys(SHELLS))}`,
        'muniment completion --help',
      );
    const script = SHELLS[shell];
    if (output.form !== 'json') await output.write(script);
    return { code: 0, summary: { shell, script } };
  },
};

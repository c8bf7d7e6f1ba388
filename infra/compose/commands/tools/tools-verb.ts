import { readAction } from '../../../../clients/command-line/program/read-action.js';
import type { Verb } from '../../../../clients/command-line/program/verb.js';

const HELP = `Usage: muniment tools <action> [options]

Checks and installs the tools that look at files: formats, viruses, metadata.

  muniment tools check             try each tool on a sample
  muniment tools bag scans         validate a bag (RFC 8493)
  muniment tools install --print   show what would be installed
  muniment tools install           install the tools with apt and pip

docs/tools.md tells what each tool is for. With install:

  --folder <folder>  for Python packages (default: muniment-tools in the cache
                     folder of the user)
  --daemon           install clamd, too
  --no-signatures    do not get virus signatures
  --print            print the steps, and do nothing
  --yes              do not ask before apt is called

Exit codes: 0 all works, valid, or installed; 1 not; 2 not done, 3 apt needs
a yes, 130 stopped.
`;

const ACTIONS = {
  check: {},
  bag: { words: ['<folder>'] },
  install: { options: ['folder', 'daemon', 'signatures', 'print', 'yes'] },
} as const;

interface InstallOptions {
  readonly folder?: string;
  readonly daemon?: boolean;
  readonly signatures?: boolean;
  readonly print?: boolean;
  readonly yes?: boolean;
}

/** The options that were typed: commander adds that of a negated one. */
const typed = ({ signatures, ...options }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  signatures === false ? { ...options, signatures } : options;

export const tools: Verb = {
  name: 'tools',
  kind: 'document',
  help: HELP,
  actions: Object.keys(ACTIONS),
  define: (command) => {
    command
      .argument('[words...]')
      .option('--folder <folder>')
      .option('--daemon')
      .option('--no-signatures')
      .option('--print')
      .option('--yes');
  },
  run: async ({ args, options }, session) => {
    const { action, words } = readAction('tools', ACTIONS, { args, options: typed(options) });
    switch (action) {
      case 'check':
        return (await import('./show-checks.js')).showChecks(session);
      case 'bag':
        return (await import('./check-bag.js')).checkBag(words[0] ?? '', session);
      case 'install': {
        const { folder, daemon = false, signatures = true, print = false, yes = false } = options as InstallOptions;
        const { runInstall } = await import('./run-install.js');
        return runInstall({ folder: folder ?? null, daemon, signatures, isPrinted: print, isApproved: yes }, session);
      }
    }
  },
};

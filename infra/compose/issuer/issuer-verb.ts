import { readAction } from '../../../clients/command-line/program/read-action.js';
import type { Verb } from '../../../clients/command-line/program/verb.js';

const HELP = `Usage: muniment issuer [action] [options]

Runs a local identity provider, to try tokens on this machine.

  muniment issuer                        run it until Ctrl-C
  muniment issuer add-client scanner     make a client, or give it a new secret
  muniment issuer rotate-keys            sign with a new key from now on

A secret is printed only once. Tokens signed with the last key remain valid.
docs/machine-tokens.md tells how the platform is started for its tokens.

  --user <name>  with add-client: the user in its tokens (default: none, as
                 for a machine)

Exit codes: 0 done, 2 not done.
`;

const ACTIONS = {
  '': {},
  'add-client': { words: ['<id>'], options: ['user'] },
  'rotate-keys': {},
} as const;

export const issuer: Verb = {
  name: 'issuer',
  kind: 'document',
  help: HELP,
  actions: Object.keys(ACTIONS).filter((action) => action !== ''),
  define: (command) => void command.argument('[words...]').option('--user <name>'),
  run: async ({ args, options }, session) => {
    const { action, words } = readAction('issuer', ACTIONS, { args, options });
    const { user = null } = options as { readonly user?: string };
    const { runIssuer } = await import('./run-issuer.js');
    await runIssuer({ action, id: words[0] ?? '', user }, session);
    return { code: 0, summary: null };
  },
};

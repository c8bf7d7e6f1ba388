import type { Verb } from '../../../clients/command-line/program/verb.js';

const HELP = `Usage: muniment start [options]

Runs the platform in the foreground until it gets Ctrl-C or SIGTERM.

  muniment start
  muniment start --data /srv/archive
  MUNIMENT_PRESERVATION_PORT=9080 muniment start

The settings are environment variables: docs/settings.md has all of them. The
data folder is made where there is none. In a pipe, and with --json, standard
output is a line of JSON with all addresses; the log is on standard error.

  --show-secret  print the secret key of the S3 endpoint, too

Exit codes: 0 stopped in order, 1 ended by an error, 2 not started, 5 the data
folder is in use.
`;

export const start: Verb = {
  name: 'start',
  kind: 'document',
  help: HELP,
  define: (command) => void command.option('--show-secret'),
  run: async ({ options }, session) => {
    const { runPlatform } = await import('./run-platform.js');
    return { code: await runPlatform(session, options['showSecret'] === true), summary: null };
  },
};

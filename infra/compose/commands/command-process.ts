import { askAtTerminal } from './ask-at-terminal.js';
import type { Interruption, Surroundings } from './command-surroundings.js';

/**
 * Runs a command as this process, and ends it with the command's exit code: at once where the code is above
 * `mostInOrder`, since what was interrupted may still be under way. The first signal ends the command in order; the
 * second one, unheard, ends it at once.
 */
export const runCommand = async (
  run: (words: readonly string[], surroundings: Surroundings) => Promise<number>,
  mostInOrder: number,
): Promise<void> => {
  // The AWS SDK advises whoever builds on it of coming Node versions; that is not for the people who run this.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const interrupted = new Promise<Interruption>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  const code = await run(process.argv.slice(2), {
    environment: process.env,
    output: process.stdout,
    messages: process.stderr,
    interrupted,
    ...(process.stdin.isTTY && process.stderr.isTTY ? { ask: askAtTerminal } : {}),
  });
  if (code > mostInOrder) process.exit(code);
  process.exitCode = code;
};

import { createInterface } from 'node:readline';
import type { Interruption, Surroundings } from './command-surroundings.js';
import { outliveOutput } from '../../log/standard-streams.js';
import { onFirstSignal } from '../process/first-signal.js';

/** Asks a question at the terminal of this process; true only for a yes. */
const askAtTerminal = (question: string): Promise<boolean> =>
  new Promise((resolve) => {
    // With `terminal` it would intercept Ctrl-C.
    const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
    lines.once('close', () => resolve(false));
    lines.question(`${question} [y/N] `, (answer) => {
      resolve(/^(y|yes)$/i.test(answer.trim()));
      lines.close();
    });
  });

/**
 * Runs a command as this process, and ends it with the command's exit code: immediately where the code is above
 * `mostInOrder`, since interrupted work may still be running. The first signal ends the command in order; another
 * one, a second later or more, ends it immediately.
 */
export const runCommand = async (
  run: (words: readonly string[], surroundings: Surroundings) => Promise<number>,
  words: readonly string[],
  mostInOrder: number,
): Promise<void> => {
  outliveOutput();
  // Suppresses the SDK's warning about Node versions, which is for developers.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const interrupted = new Promise<Interruption>(onFirstSignal);
  const code = await run(words, {
    environment: process.env,
    output: process.stdout,
    messages: process.stderr,
    interrupted,
    ...(process.stdin.isTTY && process.stderr.isTTY ? { ask: askAtTerminal } : {}),
  });
  if (code > mostInOrder) process.exit(code);
  process.exitCode = code;
};

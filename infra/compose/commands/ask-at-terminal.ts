import { createInterface } from 'node:readline';

/** Asks a question at the terminal of this process; true only for a yes. */
export const askAtTerminal = (question: string): Promise<boolean> =>
  new Promise((resolve) => {
    // With `terminal` it would intercept Ctrl-C.
    const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
    lines.once('close', () => resolve(false));
    lines.question(`${question} [y/N] `, (answer) => {
      resolve(/^(y|yes)$/i.test(answer.trim()));
      lines.close();
    });
  });

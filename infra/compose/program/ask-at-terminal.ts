import { createInterface } from 'node:readline';

/** Asks a question at the terminal of this process; answers the line without its end, empty where there is none. */
export const askAtTerminal = (question: string): Promise<string> =>
  new Promise((resolve) => {
    // With `terminal` it would intercept Ctrl-C.
    const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
    lines.once('close', () => resolve(''));
    lines.question(`${question} `, (answer) => {
      resolve(answer);
      lines.close();
    });
  });

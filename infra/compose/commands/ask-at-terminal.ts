import { createInterface } from 'node:readline';

/** Asks whoever sits at the terminal of this process: only a yes is a yes. */
export const askAtTerminal = (question: string): Promise<boolean> =>
  new Promise((resolve) => {
    // As a terminal of its own it would keep Ctrl-C from this process.
    const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
    lines.once('close', () => resolve(false));
    lines.question(`${question} [y/N] `, (answer) => {
      resolve(/^(y|yes)$/i.test(answer.trim()));
      lines.close();
    });
  });

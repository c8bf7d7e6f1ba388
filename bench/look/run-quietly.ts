import { spawn } from 'node:child_process';

/** Runs a program to its end and throws away what it prints; rejects where it fails. */
export const runQuietly = (
  file: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(file, words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...environment },
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${file} ${words.join(' ')} ended with ${code ?? signal ?? 'nothing'}.`));
    });
  });

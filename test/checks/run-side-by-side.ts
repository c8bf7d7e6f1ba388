import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** A program that finds nothing, or ends with another code than 0 and tells what it has found. */
export interface Check {
  readonly name: string;
  readonly words: readonly string[];
}

export interface CheckResult {
  readonly name: string;
  readonly isFine: boolean;
  /** All that it has written. */
  readonly output: string;
  readonly seconds: number;
}

const runCheck = async ({ name, words }: Check): Promise<CheckResult> => {
  const begun = performance.now();
  const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close').then(
    ([code]) => ({ isFine: code === 0, reason: '' }),
    (error: unknown) => ({ isFine: false, reason: String(error) }),
  );
  const [out, err, { isFine, reason }] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { name, isFine, output: `${out}${err}${reason}`, seconds: (performance.now() - begun) / 1_000 };
};

/**
 * Runs the checks of each row one after the other and the rows side by side. All of them run, also after one that has
 * failed; `ended` is called with each as it ends.
 */
export const runSideBySide = async (
  rows: readonly (readonly Check[])[],
  ended: (result: CheckResult) => void,
): Promise<readonly CheckResult[]> => {
  const runRow = async (row: readonly Check[]): Promise<CheckResult[]> => {
    const results: CheckResult[] = [];
    for (const check of row) {
      const result = await runCheck(check);
      ended(result);
      results.push(result);
    }
    return results;
  };
  return (await Promise.all(rows.map(runRow))).flat();
};

import type { Output } from '../program/output.js';

/** Texts that are written together. */
const TOGETHER = 1_000;

/** Writes lines many at a time, since each write to a terminal or a pipe takes time. */
export const writeLines = async (
  output: Pick<Output, 'write'>,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<void> => {
  let waiting: string[] = [];
  for await (const line of lines) {
    waiting.push(line);
    if (waiting.length < TOGETHER) continue;
    await output.write(waiting.join(''));
    waiting = [];
  }
  if (waiting.length > 0) await output.write(waiting.join(''));
};

import { tableLines, type Column } from '../output/columns.js';
import type { Output } from '../program/output.js';
import { writeLines } from './write-lines.js';

/** Writes a table of very many rows: on a terminal when all are known, elsewhere each as it comes. */
export const writeTable = async (
  output: Pick<Output, 'form' | 'width' | 'paint' | 'write'>,
  head: readonly Column[],
  rows: AsyncIterable<readonly string[]>,
): Promise<void> => {
  if (output.form !== 'terminal') return writeLines(output, linesOf(output, head, rows));
  const all: (readonly string[])[] = [];
  for await (const row of rows) all.push(row);
  return writeLines(output, tableLines({ head, rows: all, output }));
};

async function* linesOf(
  output: Pick<Output, 'form' | 'width' | 'paint'>,
  head: readonly Column[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  for await (const row of rows) yield* tableLines({ head, rows: [row], output });
}

import { tableLines, widen, type Column } from '../output/columns.js';
import type { Output } from '../program/output.js';
import { writeLines } from './write-lines.js';

/** Rows that are kept as one text. */
const TOGETHER = 1_000;

type Row = readonly string[];

/** Very many rows of a table, as JSON in few buffers: as arrays of texts they take three times the memory, in the heap. */
class KeptRows {
  readonly #blocks: Buffer[] = [];
  #last: Row[] = [];

  add(row: Row): void {
    this.#last.push(row);
    if (this.#last.length < TOGETHER) return;
    this.#blocks.push(Buffer.from(JSON.stringify(this.#last)));
    this.#last = [];
  }

  *[Symbol.iterator](): Generator<Row> {
    for (const block of this.#blocks) yield* JSON.parse(block.toString()) as Row[];
    yield* this.#last;
  }
}

/** Writes a table of very many rows: on a terminal when all are known, elsewhere each as it comes. */
export const writeTable = async (
  output: Pick<Output, 'form' | 'width' | 'paint' | 'write'>,
  head: readonly Column[],
  rows: AsyncIterable<Row>,
): Promise<void> => {
  if (output.form !== 'terminal') return writeLines(output, linesOf(output, head, rows));
  const kept = new KeptRows();
  const widths: number[] = [];
  for await (const row of rows) {
    widen(widths, row);
    kept.add(row);
  }
  return writeLines(output, tableLines({ head, rows: kept, widths, output }));
};

async function* linesOf(
  output: Pick<Output, 'form' | 'width' | 'paint'>,
  head: readonly Column[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<string> {
  for await (const row of rows) yield* tableLines({ head, rows: [row], output });
}

import { csvRecords } from './csv-records.js';
import type { Losses } from '../../text/decoded-text.js';
import { identifiedFiles, type IdentifiedFiles, type ToolFields } from './identified-files.js';

/** The columns as the format tool writes them (companion 9.2). */
const COLUMNS = 'filename,filesize,modified,errors,sha256,namespace,id,format,version,mime,class,basis,warning'.split(
  ',',
);

/**
 * Reads the format tool's CSV: one row for each match of a file, with the matches of other registries in further
 * columns. Without a header the usual columns are assumed.
 */
export const readFormatCsv = async (chunks: AsyncIterable<Uint8Array>, losses: Losses): Promise<IdentifiedFiles> => {
  const { files, add } = identifiedFiles();
  let columns: readonly string[] | null = null;
  let blocks: readonly Block[] = [];
  for await (const record of csvRecords(chunks, losses)) {
    losses.isTooLong ||= files.size >= losses.limits.files;
    if (losses.isTooLong) break;
    if (record.length === 1 && record[0]?.trim() === '') continue;
    const isHeader: boolean = columns === null && isHeading(record);
    if (columns === null) {
      columns = isHeader ? record.map((each) => each.trim().toLowerCase()) : COLUMNS;
      blocks = blocksOf(columns);
    }
    if (isHeader) continue;
    if (record.length !== columns.length) {
      losses.leftOut += 1;
      continue;
    }
    const [row = {}, ...others] = blocks.map((block): ToolFields =>
      Object.fromEntries(block.map(([column, index]) => [column, record[index]])),
    );
    add(row, [row, ...others]);
  }
  return { files, scanned: null };
};

const isHeading = (record: readonly string[]): boolean =>
  record.some((each) => each.trim().toLowerCase() === COLUMNS[0]);

/** The indexes of columns with different names. */
type Block = (readonly [column: string, index: number])[];

/** A repeated column begins the block of another registry; the first block holds the columns of the file, too. */
const blocksOf = (columns: readonly string[]): Block[] => {
  const blocks: Block[] = [];
  let names = new Set<string>();
  for (const [index, column] of columns.entries()) {
    if (blocks.length === 0 || names.has(column)) {
      blocks.push([]);
      names = new Set();
    }
    blocks.at(-1)?.push([column, index]);
    names.add(column);
  }
  return blocks;
};

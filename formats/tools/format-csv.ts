import { csvRecords } from './csv-records.js';
import type { Losses } from './decoded-text.js';
import { identifiedFiles, type IdentifiedFiles, type Told } from './identified-files.js';

/** The columns as the format tool writes them (companion 9.2). */
const COLUMNS = 'filename,filesize,modified,errors,sha256,namespace,id,format,version,mime,class,basis,warning'.split(
  ',',
);

/** Reads the format tool's table: one row for each match of a file. Without header the usual columns are assumed. */
export const readFormatCsv = async (chunks: AsyncIterable<Uint8Array>, losses: Losses): Promise<IdentifiedFiles> => {
  const { files, add } = identifiedFiles();
  let columns: readonly string[] | null = null;
  for await (const record of csvRecords(chunks, losses)) {
    losses.isTooLong ||= files.size >= losses.limits.files;
    if (losses.isTooLong) break;
    if (record.length === 1 && record[0]?.trim() === '') continue;
    const isHeader: boolean = columns === null && isHeading(record);
    columns ??= isHeader ? record.map((each) => each.trim().toLowerCase()) : COLUMNS;
    if (isHeader) continue;
    if (record.length !== columns.length) {
      losses.leftOut += 1;
      continue;
    }
    const row: Told = Object.fromEntries(columns.map((column, index) => [column, record[index]]));
    add(row, [row]);
  }
  return { files, scanned: null };
};

const isHeading = (record: readonly string[]): boolean =>
  record.some((each) => each.trim().toLowerCase() === COLUMNS[0]);

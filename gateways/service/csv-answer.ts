import { Readable } from 'node:stream';
import { sheetRecord } from '../../formats/text/csv-record.js';
import { acceptsByName } from '../http/request/negotiation.js';
import type { Answer, Call } from '../http/route.js';

/** A field of a table; null where there is no value. */
export type CsvField = string | number | null;

/** A table of comma-separated values. */
export interface CsvTable {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: AsyncIterable<readonly CsvField[]>;
}

/** Whether a client asks for a listing as comma-separated values; its answers as JSON then have `VARIES`. */
export const wantsCsv = ({ header }: Pick<Call, 'header'>): boolean => acceptsByName(header('accept'), 'text/csv');

export const VARIES = { Vary: 'Accept' } as const;

const MEDIA_TYPE = 'text/csv; charset=utf-8; header=present';

/**
 * A table as comma-separated values (RFC 4180), sent while it is read; no field of it is a formula. Rejects as reading the
 * first row does, so that such an error is answered with a status.
 */
export const csvAnswer = async ({ name, headings, rows }: CsvTable): Promise<Answer> => {
  const reading = rows[Symbol.asyncIterator]();
  const first = await reading.next();
  const records = async function* (): AsyncGenerator<string> {
    try {
      yield sheetRecord(headings);
      for (let next = first; next.done !== true; next = await reading.next()) yield sheetRecord(next.value);
    } finally {
      await reading.return?.();
    }
  };
  return {
    status: 200,
    headers: { 'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`, ...VARIES },
    content: { kind: 'endless', stream: Readable.from(inBlocks(records())), mediaType: MEDIA_TYPE },
  };
};

/** Characters that are sent at once. */
const BLOCK = 16_384;

async function* inBlocks(records: AsyncIterable<string>): AsyncGenerator<string> {
  let block = '';
  for await (const record of records) {
    block += record;
    if (block.length < BLOCK) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}

/** What is on all pages of a listing, page after page; `read` is given where a page begins, null for the first. */
export async function* onAllPages<Item, Place>(
  read: (from: Place | null) => Promise<{ readonly items: readonly Item[]; readonly next: Place | null }>,
): AsyncGenerator<Item> {
  let from: Place | null = null;
  do {
    const page: { readonly items: readonly Item[]; readonly next: Place | null } = await read(from);
    yield* page.items;
    from = page.next;
  } while (from !== null);
}

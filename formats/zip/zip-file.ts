import { crc32 } from 'node:zlib';
import { archiveFile, type ArchiveEntry, type ArchiveFile, type Piece } from '../archive-files/archive-file.js';
import { centralHeader, centralSize, descriptor, endRecords, localHeader, sizesOf } from './zip-records.js';

/** CRC-32s that were computed before, by entry; what is not kept is computed by reading the entry. */
export interface KnownCrcs<Entry> {
  get(entry: Entry): number | undefined;
  set(entry: Entry, crc: number): unknown;
}

export interface ZipOptions<Entry> {
  readonly known?: KnownCrcs<Entry>;
  /** What is said of the whole zip, at its end. */
  readonly comment?: string;
}

/**
 * A zip of these entries, stored and not deflated, with names in UTF-8 and Zip64 only where a number needs it. The CRC-32
 * of each entry stands behind its content, so that its first byte can be sent before the last is read. `open` gives the
 * bytes of an entry, and is called again where its CRC-32 is needed and not known: for a range that begins after it. The
 * entries are read anew for each reading of the zip, and need not be the same objects each time.
 */
export const zipFile = <Entry extends ArchiveEntry>(
  entries: Iterable<Entry>,
  open: (entry: Entry) => AsyncIterable<Uint8Array>,
  { known = new Map<Entry, number>(), comment = '' }: ZipOptions<Entry> = {},
): Promise<ArchiveFile> => {
  // The kept ones may be forgotten before the directory is written.
  const computed: (number | undefined)[] = [];
  async function* content(entry: Entry, index: number): AsyncGenerator<Uint8Array> {
    let crc = 0;
    for await (const chunk of open(entry)) {
      crc = crc32(chunk, crc);
      yield chunk;
    }
    computed[index] = crc;
    known.set(entry, crc);
  }
  const crcOf = async (entry: Entry, index: number): Promise<number> => {
    const crc = entry.size === 0 ? 0 : (computed[index] ?? known.get(entry));
    if (crc !== undefined) return crc;
    for await (const chunk of content(entry, index)) void chunk;
    return computed[index] ?? 0;
  };
  return archiveFile(() => zipPieces(entries, { content, crcOf, comment }));
};

/** What reads an entry, by its position among all. */
interface ZipContent<Entry> {
  readonly content: (entry: Entry, index: number) => AsyncIterable<Uint8Array>;
  readonly crcOf: (entry: Entry, index: number) => Promise<number>;
  readonly comment: string;
}

function* zipPieces<Entry extends ArchiveEntry>(
  entries: Iterable<Entry>,
  { content, crcOf, comment }: ZipContent<Entry>,
): Generator<Piece> {
  async function* record(entry: Entry, index: number, of: (crc: number) => Buffer): AsyncGenerator<Buffer> {
    yield of(await crcOf(entry, index));
  }
  const offsets: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const index = offsets.push(at) - 1;
    const sizes = sizesOf(entry);
    yield { size: sizes.local, bytes: () => [localHeader(entry)] };
    yield { size: entry.size, bytes: () => content(entry, index), isContent: true };
    if (sizes.descriptor > 0)
      yield { size: sizes.descriptor, bytes: () => record(entry, index, (crc) => descriptor(entry, crc)) };
    at += sizes.local + entry.size + sizes.descriptor;
  }
  const offset = at;
  let count = 0;
  for (const entry of entries) {
    const index = count++;
    const local = offsets[index] ?? 0;
    const size = centralSize(entry, local);
    yield { size, bytes: () => record(entry, index, (crc) => centralHeader(entry, local, crc)) };
    at += size;
  }
  const end = endRecords({ entries: count, offset, size: at - offset }, comment);
  yield { size: end.length, bytes: () => [end] };
}

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
 * bytes of an entry, and is called again where its CRC-32 is needed and not known: for a range that begins after it.
 */
export const zipFile = <Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  open: (entry: Entry) => AsyncIterable<Uint8Array>,
  { known = new Map<Entry, number>(), comment = '' }: ZipOptions<Entry> = {},
): Promise<ArchiveFile> => {
  // The kept ones may be forgotten before the directory is written.
  const computed = new Map<Entry, number>();
  async function* content(entry: Entry): AsyncGenerator<Uint8Array> {
    let crc = 0;
    for await (const chunk of open(entry)) {
      crc = crc32(chunk, crc);
      yield chunk;
    }
    computed.set(entry, crc);
    known.set(entry, crc);
  }
  const crcOf = async (entry: Entry): Promise<number> => {
    const crc = entry.size === 0 ? 0 : (computed.get(entry) ?? known.get(entry));
    if (crc !== undefined) return crc;
    for await (const chunk of content(entry)) void chunk;
    return computed.get(entry) ?? 0;
  };
  return archiveFile(() => zipPieces(entries, { content, crcOf, comment }));
};

interface ZipContent<Entry> {
  readonly content: (entry: Entry) => AsyncIterable<Uint8Array>;
  readonly crcOf: (entry: Entry) => Promise<number>;
  readonly comment: string;
}

function* zipPieces<Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  { content, crcOf, comment }: ZipContent<Entry>,
): Generator<Piece> {
  async function* record(entry: Entry, of: (crc: number) => Buffer): AsyncGenerator<Buffer> {
    yield of(await crcOf(entry));
  }
  const offsets: number[] = [];
  let at = 0;
  for (const entry of entries) {
    offsets.push(at);
    const sizes = sizesOf(entry);
    yield { size: sizes.local, bytes: () => [localHeader(entry)] };
    yield { size: entry.size, bytes: () => content(entry), isContent: true };
    if (sizes.descriptor > 0)
      yield { size: sizes.descriptor, bytes: () => record(entry, (crc) => descriptor(entry, crc)) };
    at += sizes.local + entry.size + sizes.descriptor;
  }
  const offset = at;
  for (const [index, entry] of entries.entries()) {
    const local = offsets[index] ?? 0;
    const size = centralSize(entry, local);
    yield { size, bytes: () => record(entry, (crc) => centralHeader(entry, local, crc)) };
    at += size;
  }
  const end = endRecords({ entries: entries.length, offset, size: at - offset }, comment);
  yield { size: end.length, bytes: () => [end] };
}

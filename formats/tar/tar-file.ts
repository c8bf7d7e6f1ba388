import { archiveFile, type ArchiveEntry, type ArchiveFile, type Piece } from '../archive-files/archive-file.js';
import { paxRecords, tarHeader } from './tar-records.js';

/** Contents begin and end at multiples of it. */
const BLOCK = 512;

/**
 * A tar of these entries, as POSIX has it: ustar headers, and before them extended ones (pax) for a path or a size that
 * does not fit. `open` gives the bytes of an entry. The entries are read anew for each reading of the tar, and need not be
 * the same objects each time.
 */
export const tarFile = <Entry extends ArchiveEntry>(
  entries: Iterable<Entry>,
  open: (entry: Entry) => AsyncIterable<Uint8Array>,
): Promise<ArchiveFile> => archiveFile(() => tarPieces(entries, open));

function* tarPieces<Entry extends ArchiveEntry>(
  entries: Iterable<Entry>,
  open: (entry: Entry) => AsyncIterable<Uint8Array>,
): Generator<Piece> {
  for (const entry of entries) {
    const { head, rest } = entrySizes(entry);
    yield { size: head, bytes: () => [entryHead(entry)] };
    yield { size: entry.size, bytes: () => open(entry), isContent: true };
    if (rest > 0) yield { size: rest, bytes: () => [Buffer.alloc(rest)] };
  }
  const end = Buffer.alloc(2 * BLOCK);
  yield { size: end.length, bytes: () => [end] };
}

/** How many bytes stand before the content of an entry, and after it. */
export const entrySizes = (entry: ArchiveEntry): { readonly head: number; readonly rest: number } => {
  const extended = paxRecords(entry).length;
  const head = BLOCK + (extended > 0 ? BLOCK + extended + padding(extended) : 0);
  return { head, rest: padding(entry.size) };
};

/** What stands before the content of an entry: its header, and before that an extended one where it needs one. */
export const entryHead = (entry: ArchiveEntry): Buffer => {
  const header = tarHeader(entry, entry.path.endsWith('/') ? '5' : '0');
  const extended = paxRecords(entry);
  if (extended.length === 0) return header;
  const about = tarHeader({ path: 'PaxHeader', size: extended.length, modified: null }, 'x');
  return Buffer.concat([about, extended, Buffer.alloc(padding(extended.length)), header]);
};

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

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
    const extended = paxRecords(entry);
    const size = BLOCK + (extended.length > 0 ? BLOCK + extended.length + padding(extended.length).length : 0);
    yield { size, bytes: () => headers(entry, extended) };
    yield { size: entry.size, bytes: () => open(entry), isContent: true };
    const rest = padding(entry.size);
    if (rest.length > 0) yield { size: rest.length, bytes: () => [rest] };
  }
  const end = Buffer.alloc(2 * BLOCK);
  yield { size: end.length, bytes: () => [end] };
}

function* headers(entry: ArchiveEntry, extended: Buffer): Generator<Buffer> {
  if (extended.length > 0) {
    yield tarHeader({ path: 'PaxHeader', size: extended.length, modified: null }, 'x');
    yield extended;
    yield padding(extended.length);
  }
  yield tarHeader(entry, entry.path.endsWith('/') ? '5' : '0');
}

const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

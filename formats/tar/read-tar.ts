import type { SeekableBytes } from '../archive-files/seekable-bytes.js';
import { readHeader, textOf, type TarHeader } from './read-header.js';
import { readPaxRecords } from './read-pax-records.js';
import { TarFault } from './tar-fault.js';

/** A file, a folder, or a link or something else that has no bytes of its own. */
export interface ReadTarEntry {
  /** As it is written there, without `./` at its start and a slash at its end. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  /** Its bytes. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
/** An extended header of more bytes is refused: it is read whole. */
const MOST_EXTENDED = 1 << 20;

const KINDS: Readonly<Record<string, ReadTarEntry['kind']>> = { '0': 'file', '\0': 'file', '7': 'file', '5': 'folder' };

const padded = (size: number): number => Math.ceil(size / BLOCK) * BLOCK;

/** What extended headers say of the entry that follows. */
interface Said {
  readonly path?: string;
  readonly size?: number;
}

const saidIn = (type: string, bytes: Buffer): Said => {
  if (type === 'L') return { path: textOf(bytes) };
  if (type !== 'x') return {};
  const records = readPaxRecords(bytes);
  if ([...records.keys()].some((key) => key.startsWith('GNU.sparse.'))) throw new TarFault('it has a sparse file');
  const [path, size] = [records.get('path'), records.get('size')];
  if (size !== undefined && !/^\d{1,15}$/.test(size)) throw new TarFault('a size is no number');
  return { ...(path === undefined ? {} : { path }), ...(size === undefined ? {} : { size: Number(size) }) };
};

const entryOf = (tar: SeekableBytes, { type, path }: TarHeader, start: number, size: number): ReadTarEntry => {
  const kind = KINDS[type] ?? 'other';
  return {
    path: path.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, ''),
    kind: kind === 'file' && path.endsWith('/') ? 'folder' : kind,
    size,
    open: () => tar.stream(start, start + size),
  };
};

/** A folder or a link has no bytes, whatever its header says; what is not known may have some. */
const sizeOf = ({ type, size }: TarHeader): number => (/[1-6]/.test(type) ? 0 : size);

/** Says of the whole tar, and of nothing else that is read here. */
const isExtended = ({ type }: TarHeader): boolean => /[gxLK]/.test(type);

/**
 * The entries of a tar in their order: ustar with extended headers (POSIX.1, pax), and GNU's long names. One header is
 * held at a time, and contents are skipped until they are opened. Rejects with TarFault for what is no tar, is cut, or
 * has a sparse file.
 */
export async function* readTar(tar: SeekableBytes): AsyncGenerator<ReadTarEntry> {
  let said: Said = {};
  for (let at = 0; at < tar.size;) {
    const header = readHeader(await tar.read(at, BLOCK), at);
    if (header === null) return;
    const size = said.size ?? sizeOf(header);
    const start = at + BLOCK;
    if (start + padded(size) > tar.size) throw new TarFault('it is cut');
    at = start + padded(size);
    if (isExtended(header)) {
      if (size > MOST_EXTENDED) throw new TarFault('an extended header is too large');
      said = { ...said, ...saidIn(header.type, await tar.read(start, size)) };
      continue;
    }
    yield entryOf(tar, { ...header, path: said.path ?? header.path }, start, size);
    said = {};
  }
  if (tar.size === 0) throw new TarFault('it is empty');
}

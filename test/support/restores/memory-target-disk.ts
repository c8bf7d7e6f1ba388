import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { TargetDisk } from '../../../clients/command-line/verbs/restore/target-disk.js';
import type {
  FileToWrite,
  FileWriter,
  WrittenFiles,
} from '../../../clients/command-line/verbs/restore/writing/file-writer.js';

/** How a disk in memory differs from one that holds everything. */
export interface MemoryDiskLimits {
  /** The same text for names that the disk cannot tell apart. */
  readonly fold?: (name: string) => string;
  /** Names that it does not take. */
  readonly refuses?: RegExp;
}

type Entry =
  { readonly kind: 'folder'; readonly path: string } | { readonly kind: 'file'; readonly path: string; bytes: Buffer };

export interface MemoryDisk extends TargetDisk {
  /** In bytes; writes beyond it fail. */
  room: number;
  /** How many writes succeed before the disk reports an error for each. */
  soundWrites: number;
  /** The text of each file, by its path. */
  readonly texts: () => Record<string, string>;
  /** Every path that is there. */
  readonly paths: () => string[];
}

const failure = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), { code, path });

/** Writes one file after the other. */
const memoryWriter = (disk: Pick<TargetDisk, 'create' | 'kindOf' | 'remove' | 'rename'>): FileWriter => {
  const write = async ({ path, digest, content }: FileToWrite): Promise<string | null> => {
    if ('path' in content && !existsSync(content.path)) return null;
    const pieces = Buffer.isBuffer(content) ? [content] : 'path' in content ? [readFileSync(content.path)] : content;
    const hash = createHash(digest.algorithm);
    const file = disk.create(path);
    try {
      for await (const piece of pieces) {
        hash.update(piece);
        await file.write(piece);
      }
    } catch (error) {
      disk.remove(path);
      throw error;
    }
    const found = hash.digest('hex');
    if (found !== digest.value) disk.remove(path);
    return found;
  };
  const writeSmall = async (files: readonly FileToWrite[]): Promise<WrittenFiles> => {
    const found: (string | null)[] = [];
    try {
      for (const file of files) found.push(await write(file));
      return { found, failure: null };
    } catch (failure) {
      return { found, failure };
    }
  };
  const rename: FileWriter['rename'] = (names, mayReplace) => {
    const taken = mayReplace ? undefined : names.find(({ to }) => disk.kindOf(to) !== null)?.to;
    const isRenamed = names.map(({ from, to }) => {
      if (to === taken) return false;
      disk.rename(from, to);
      return true;
    });
    return Promise.resolve({ isRenamed, taken: taken ?? null, failure: null });
  };
  return { writeSmall, write: (file) => writeSmall([file]), rename, close: () => Promise.resolve() };
};

/** A disk in memory, of which a limit makes one that people restore to: one without capitals, or a full one. */
export const memoryDisk = ({ fold = (name) => name, refuses = /(?!)/ }: MemoryDiskLimits = {}): MemoryDisk => {
  const entries = new Map<string, Entry>();
  const get = (path: string): Entry | undefined => entries.get(fold(path));
  const requireNew = (path: string): void => {
    if (refuses.test(path.slice(path.lastIndexOf('/') + 1))) throw failure('EINVAL', path);
    if (get(path) !== undefined) throw failure('EEXIST', path);
    const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (above !== '' && get(above)?.kind !== 'folder') throw failure('ENOENT', path);
  };
  const fileAt = (path: string): Extract<Entry, { kind: 'file' }> => {
    const entry = get(path);
    if (entry?.kind !== 'file') throw failure('ENOENT', path);
    return entry;
  };
  const appended = (entry: Extract<Entry, { kind: 'file' }>): ReturnType<TargetDisk['create']> => ({
    write: (bytes) => {
      if (disk.soundWrites-- <= 0) return Promise.reject(failure('EIO', entry.path));
      if (bytes.length > disk.room) return Promise.reject(failure('ENOSPC', entry.path));
      disk.room -= bytes.length;
      entry.bytes = Buffer.concat([entry.bytes, bytes]);
      return Promise.resolve();
    },
    close: () => undefined,
  });
  const below = (path: string): Entry[] => [...entries.values()].filter((each) => each.path.startsWith(`${path}/`));
  const disk: MemoryDisk = {
    room: Infinity,
    soundWrites: Infinity,
    texts: () =>
      Object.fromEntries(
        [...entries.values()].flatMap((each) => (each.kind === 'file' ? [[each.path, each.bytes.toString()]] : [])),
      ),
    paths: () => [...entries.values()].map(({ path }) => path),
    kindOf: (path) => get(path)?.kind ?? null,
    kindBehind: (path) => (path === '.' || path === '/' ? 'folder' : (get(path)?.kind ?? null)),
    names: (folder) =>
      Promise.resolve(
        below(get(folder)?.path ?? folder)
          .map(({ path }) => path.slice(folder.length + 1))
          .filter((name) => !name.includes('/')),
      ),
    makeFolder: (path) => {
      requireNew(path);
      entries.set(fold(path), { kind: 'folder', path });
    },
    create: (path) => {
      requireNew(path);
      const entry = { kind: 'file', path, bytes: Buffer.alloc(0) } as const;
      entries.set(fold(path), { ...entry });
      return appended(fileAt(path));
    },
    writer: () => memoryWriter(disk),
    goOn: (path, length) => {
      const entry = fileAt(path);
      entry.bytes = entry.bytes.subarray(0, length);
      return appended(entry);
    },
    // oxlint-disable-next-line typescript/require-await -- only its readers are asynchronous
    read: async function* (path) {
      yield fileAt(path).bytes;
    },
    rename: (from, to) => {
      const entry = fileAt(from);
      entries.delete(fold(from));
      entries.set(fold(to), { ...entry, path: to });
    },
    remove: (path) => {
      for (const each of below(path)) entries.delete(fold(each.path));
      entries.delete(fold(path));
    },
    settle: () => Promise.resolve(),
  };
  return disk;
};

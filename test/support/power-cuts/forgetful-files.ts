import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { FileState, Files, NewFile, OpenFile } from '../../../infra/embedded/file-system/files.js';

interface StoredFile {
  readonly kind: 'file';
  readonly inode: number;
  links: number;
  live: Buffer;
  durable: Buffer;
  changed: number;
}

interface StoredFolder {
  readonly kind: 'folder';
  readonly inode: number;
  live: Map<string, StoredItem>;
  durable: Map<string, StoredItem>;
}

type StoredItem = StoredFile | StoredFolder;

/** What of the unsynced things the disk happens to have kept when the power went. */
export type Survivors = 'nothing' | 'names' | 'everything';
export const SURVIVORS: readonly Survivors[] = ['nothing', 'names', 'everything'];

export class PowerCut extends Error {
  override name = 'PowerCut';
}

export interface ForgetfulFiles extends Files {
  /** How many operations that change the disk were begun. */
  readonly steps: () => number;
  /** Writes what a disk would show after the power came back to a real folder. */
  writeImage(folder: string, survivors: Survivors): void;
  /** Cuts the power now. */
  cut(): void;
}

export interface PowerCutPlan {
  /** The operation, counted from 1, at which the power goes. */
  readonly step: number;
  readonly when: 'before' | 'after';
  /** Called at that moment. */
  readonly onCut: () => void;
}

const systemError = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'forgetful' });

/**
 * Files in memory below `root`, the way a disk may treat them: bytes are durable after `sync` of the file, names after
 * `syncFolder`, as they stood when it began; everything else is gone when the power is cut. After the cut nothing works.
 */
export const forgetfulFiles = (root: string, plan: PowerCutPlan | null): ForgetfulFiles => {
  let inodes = 0;
  let clock = 0;
  let steps = 0;
  let off = false;

  const newFolder = (): StoredFolder => ({ kind: 'folder', inode: ++inodes, live: new Map(), durable: new Map() });
  const newFile = (): StoredFile => ({
    kind: 'file',
    inode: ++inodes,
    links: 1,
    live: Buffer.alloc(0),
    durable: Buffer.alloc(0),
    changed: ++clock,
  });
  const top = newFolder();

  const find = (path: string): StoredItem | undefined => {
    if (path === root) return top;
    if (!path.startsWith(root + sep)) throw new Error(`${path} is outside of ${root}`);
    const above = find(dirname(path));
    if (above === undefined) return undefined;
    if (above.kind === 'file') throw systemError('ENOTDIR');
    return above.live.get(basename(path));
  };
  const folderAt = (path: string): StoredFolder => {
    const found = find(path);
    if (found === undefined) throw systemError('ENOENT');
    if (found.kind === 'file') throw systemError('ENOTDIR');
    return found;
  };
  const lookup = (path: string): StoredItem | undefined => {
    try {
      return find(path);
    } catch {
      return undefined;
    }
  };

  const cut = (): void => {
    if (off) return;
    off = true;
    plan?.onCut();
  };
  const fail = (): never => {
    cut();
    throw new PowerCut('the power is off');
  };
  /** One operation that changes the disk; others may come in between, as with real threads. */
  const change = async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (off) fail();
    const mine = ++steps;
    if (plan?.step === mine && plan.when === 'before') fail();
    await setImmediate();
    if (off) fail();
    try {
      return await work();
    } finally {
      if (plan?.step === mine && plan.when === 'after') fail();
    }
  };

  const stateOf = (stored: StoredItem): FileState => ({
    kind: stored.kind,
    size: stored.kind === 'file' ? stored.live.length : 0,
    modified: new Date(stored.kind === 'file' ? stored.changed : 0),
    stamp: stored.kind === 'file' ? `${stored.live.length}:${stored.changed}:${stored.inode}` : '',
    volume: '1',
    identity: `1:${stored.inode}`,
    links: stored.kind === 'file' ? stored.links : 2,
    isReadOnly: stored.kind === 'file',
  });
  const syncFile = (file: StoredFile): Promise<void> =>
    change(async () => {
      const bytes = file.live;
      await setImmediate();
      if (!off) file.durable = bytes;
    });

  const opened = (file: StoredFile): OpenFile => ({
    state: () => Promise.resolve(stateOf(file)),
    read: (buffer, position) => Promise.resolve(file.live.copy(buffer, 0, position)),
    stream: (start, end) => Readable.from([file.live.subarray(start, end === undefined ? undefined : end + 1)]),
    sync: () => syncFile(file),
    close: () => Promise.resolve(),
  });
  const created = (file: StoredFile): NewFile => ({
    write: (bytes) =>
      change(() => {
        file.live = Buffer.concat([file.live, bytes]);
        file.changed = ++clock;
      }),
    sync: () => syncFile(file),
    state: () => Promise.resolve(stateOf(file)),
    close: () => Promise.resolve(),
  });

  const writeFolder = (stored: StoredFolder, folder: string, survivors: Survivors): void => {
    mkdirSync(folder, { recursive: true });
    for (const [name, entry] of survivors === 'nothing' ? stored.durable : stored.live) {
      if (entry.kind === 'folder') writeFolder(entry, join(folder, name), survivors);
      else writeFileSync(join(folder, name), survivors === 'everything' ? entry.live : entry.durable);
    }
  };

  return {
    steps: () => steps,
    writeImage: (folder, survivors) => writeFolder(top, folder, survivors),
    cut,
    create: (path) =>
      change(() => {
        const folder = folderAt(dirname(path));
        if (folder.live.has(basename(path))) throw systemError('EEXIST');
        const file = newFile();
        folder.live.set(basename(path), file);
        return created(file);
      }),
    open(path) {
      const found = lookup(path);
      return Promise.resolve(found?.kind === 'file' ? opened(found) : null);
    },
    state(path) {
      const found = lookup(path);
      return Promise.resolve(found === undefined ? null : stateOf(found));
    },
    resolvedNow: () => null,
    keepPrivate: () => true,
    stateNow(path) {
      const found = lookup(path);
      return found === undefined ? null : stateOf(found);
    },
    link: (from, to) =>
      change(() => {
        const source = lookup(from);
        const target = folderAt(dirname(to));
        if (source?.kind !== 'file') return false;
        if (target.live.has(basename(to))) throw systemError('EEXIST');
        source.links++;
        target.live.set(basename(to), source);
        return true;
      }),
    rename: (from, to) =>
      change(() => {
        const source = find(from);
        const target = folderAt(dirname(to));
        if (source === undefined) throw systemError('ENOENT');
        const replaced = target.live.get(basename(to));
        if (replaced?.kind === 'folder') throw systemError('EISDIR');
        if (replaced === source) return;
        if (replaced !== undefined) replaced.links--;
        folderAt(dirname(from)).live.delete(basename(from));
        target.live.set(basename(to), source);
      }),
    unlink: (path) =>
      change(() => {
        const file = lookup(path);
        if (file?.kind !== 'file') return false;
        file.links--;
        return folderAt(dirname(path)).live.delete(basename(path));
      }),
    makeFolder: (path) =>
      change(() => {
        const above = folderAt(dirname(path));
        if (above.live.has(basename(path))) return false;
        above.live.set(basename(path), newFolder());
        return true;
      }),
    removeFolder: (path) =>
      change(() => {
        const found = lookup(path);
        if (found === undefined) return 'absent';
        if (found.kind === 'file' || found.live.size > 0) return 'in-use';
        folderAt(dirname(path)).live.delete(basename(path));
        return 'removed';
      }),
    syncFolder: (path) =>
      change(async () => {
        const folder = folderAt(path);
        const names = new Map(folder.live);
        // The higher a folder, the longer it takes: a file may well be durable before the name of its folder is.
        const depth = path.slice(root.length).split(sep).length - 1;
        for (let pause = 0; pause < 20 - 6 * depth; pause++) await setImmediate();
        if (!off) folder.durable = names;
      }),
    readFolder(path) {
      const found = lookup(path);
      const entries = found?.kind === 'folder' ? [...found.live] : [];
      return Promise.resolve(entries.map(([name, { kind }]) => ({ name, kind })));
    },
  };
};

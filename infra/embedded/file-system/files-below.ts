import { dirname, join, sep } from 'node:path';
import type { FileState, Files, OpenFile } from './files.js';
import { linkCheck } from './link-check.js';

/** How often to open a file that another program keeps replacing, before it is treated as absent. */
const MOST_TRIES = 3;

const behindLink = (path: string, syscall: string): Error =>
  Object.assign(new Error(`ENOTDIR: something above ${path} is a link or no folder`), { code: 'ENOTDIR', syscall });

/** Whether both are states of the same file, also if it was written in between. */
const isSame = (one: FileState, other: FileState | null): boolean =>
  other !== null && one.kind === other.kind && one.identity === other.identity;

/** Remembers of which folders it is true for this turn of the event loop, in which much may be done in one folder. */
const oncePerTurn = (check: (folder: string) => boolean): ((folder: string) => boolean) => {
  const known = new Set<string>();
  return (folder) => {
    if (known.has(folder)) return true;
    const isTrue = check(folder);
    if (isTrue && known.size === 0) setImmediate(() => known.clear());
    if (isTrue) known.add(folder);
    return isTrue;
  };
};

type Above = 'folders' | 'nothing' | 'other';

/** Tells what is between the root and a path: only folders, folders that end at a missing one, or something else. */
const foldersAbove = (files: Files, root: string): ((path: string) => Above) => {
  const isWithoutLinks = oncePerTurn(linkCheck((path) => files.resolvedNow(path), root));

  const eachAbove = (path: string): Above => {
    for (let end = path.indexOf(sep, root.length + 1); end > 0; end = path.indexOf(sep, end + 1)) {
      const state = files.stateNow(path.slice(0, end));
      if (state?.kind !== 'folder') return state === null ? 'nothing' : 'other';
    }
    return 'folders';
  };

  return (path) => {
    const folder = dirname(path);
    if (!path.startsWith(root + sep) || folder === root) return 'folders';
    // Where it does not agree, each folder is looked at for what is there.
    return isWithoutLinks(folder) ? 'folders' : eachAbove(path);
  };
};

/**
 * File operations that follow no link below `root`, an absolute path: the target of one is absent for reads and
 * removals, and `ENOTDIR` for writes. There is no portable open relative to a folder, so the folders above a path are
 * checked after a read, whose result is discarded if they are not folders, before a write, and after the sync that makes
 * it durable. An opened file must be the one at the path afterwards. Paths outside of `root` are not checked.
 */
export const filesBelow = (files: Files, root: string): Files => {
  const above = foldersAbove(files, root);

  const refuseLinks = (path: string, syscall: string): void => {
    if (above(path) === 'other') throw behindLink(path, syscall);
  };

  const openOnce = async (path: string): Promise<OpenFile | null | 'another'> => {
    const file = await files.open(path);
    if (file === null) return null;
    try {
      const opened = await file.state();
      if (above(path) === 'folders' && isSame(opened, files.stateNow(path))) return file;
    } catch (error) {
      await file.close();
      throw error;
    }
    await file.close();
    return 'another';
  };

  return {
    ...files,
    async open(path) {
      for (let tries = 1; tries <= MOST_TRIES; tries++) {
        const file = await openOnce(path);
        if (file !== 'another') return file;
      }
      return null;
    },
    async state(path) {
      const state = await files.state(path);
      return above(path) === 'folders' ? state : null;
    },
    stateNow(path) {
      const state = files.stateNow(path);
      return above(path) === 'folders' ? state : null;
    },
    async rename(from, to) {
      refuseLinks(to, 'rename');
      await files.rename(from, to);
    },
    unlink: async (path) =>
      above(path) === 'folders' && files.stateNow(path)?.kind === 'file' && (await files.unlink(path)),
    async makeFolder(path, mode) {
      refuseLinks(path, 'mkdir');
      return files.makeFolder(path, mode);
    },
    removeFolder: async (path) => (above(path) === 'other' ? 'in-use' : files.removeFolder(path)),
    async syncFolder(path) {
      await files.syncFolder(path);
      refuseLinks(join(path, 'any'), 'fsync');
    },
    async readFolder(path) {
      const entries = await files.readFolder(path);
      const isFolder = above(path) === 'folders' && (path === root || files.stateNow(path)?.kind === 'folder');
      return isFolder ? entries : [];
    },
  };
};

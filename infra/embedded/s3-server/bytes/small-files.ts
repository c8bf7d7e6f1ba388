import { closeSync, fstatSync, fsyncSync, openSync, readSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileStamp } from '../../file-system/file-stamp.js';
import { nodeFiles } from '../../file-system/files.js';
import { linkCheck } from '../../file-system/link-check.js';
import { writeAll } from './copy-order.js';

/** A file, and the folder above it below which no link is followed. Both are absolute. */
export interface FilePlace {
  readonly root: string;
  readonly path: string;
}

/** The value, or null for any error. */
export const unlessFailed = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch {
    return null;
  }
};

const checks = new Map<string, ReturnType<typeof linkCheck>>();

const checkBelow = (root: string): ReturnType<typeof linkCheck> => {
  const check = checks.get(root) ?? linkCheck((path) => nodeFiles.resolvedNow(path), root);
  checks.set(root, check);
  return check;
};

/** Tells whether the folder of a place is there and behind no link; asks once for each folder. */
export const placeCheck = (): ((place: FilePlace) => boolean) => {
  const known = new Map<string, boolean>();
  return ({ root, path }) => {
    const folder = dirname(path);
    const before = known.get(folder);
    if (before !== undefined) return before;
    const isClear = checkBelow(root)(folder);
    known.set(folder, isClear);
    return isClear;
  };
};

/** Fills the bytes from the start of a file; false where it ends before. */
export const readAll = (file: number, bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length;) {
    const read = readSync(file, bytes, at, bytes.length - at, at);
    if (read === 0) return false;
    at += read;
  }
  return true;
};

/** The stamp of a new file with these bytes, synced; nothing stays when it throws. */
export const writeSynced = (path: string, bytes: Uint8Array): string => {
  const file = openSync(path, 'wx');
  try {
    writeAll(file, bytes);
    fsyncSync(file);
    return fileStamp(fstatSync(file, { bigint: true }));
  } catch (error) {
    unlessFailed(() => unlinkSync(path)); // the next open of the store removes what stays
    throw error;
  } finally {
    closeSync(file);
  }
};

/** Makes the names in a folder durable; false where that fails. */
const syncFolder = (folder: string): boolean =>
  unlessFailed(() => {
    const names = openSync(folder, 'r');
    try {
      fsyncSync(names);
    } finally {
      closeSync(names);
    }
    return true;
  }) ?? false;

/** Makes the names of written files durable, whose folders have to be clear of links still; syncs each folder once. */
export const durablePlaces = (): ((place: FilePlace) => boolean) => {
  const isStillClear = placeCheck();
  const synced = new Map<string, boolean>();
  return (place) => {
    const folder = dirname(place.path);
    const isSynced = synced.get(folder) ?? (isStillClear(place) && syncFolder(folder));
    synced.set(folder, isSynced);
    return isSynced;
  };
};

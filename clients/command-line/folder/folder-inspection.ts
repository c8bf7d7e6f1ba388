import { accessSync, constants, statSync, type Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Exclusion } from './exclusion.js';
import { fileNameViolation } from '../../api/repository-path.js';
import { codeOf } from '../../../flow/error-code.js';

export interface LocalFile {
  /** Below the folder: names joined by `/`. */
  readonly path: string;
  /** On the disk. */
  readonly location: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/** A folder that can be preserved. */
export interface LocalFolder {
  readonly files: readonly LocalFile[];
  /** Every folder below it, parents first. */
  readonly folders: readonly string[];
  /** The tag files of a bag, by their paths in its root; absent where the folder is none. */
  readonly tagFiles?: readonly LocalFile[];
}

/** A path that cannot be preserved, and why. */
export interface Obstacle {
  readonly path: string;
  /** What follows the path in a sentence. */
  readonly reason: string;
  readonly code: 'not-utf8' | 'unreadable' | 'not-preservable';
  /** The bytes of a name that is not UTF-8. */
  readonly name?: Buffer;
}

/**
 * The disk access of an inspection. Calls for each file are synchronous: handing each to another thread would take many
 * times longer than the disk.
 */
export interface Disk {
  readonly entries: (folder: string) => Promise<readonly DiskEntry[]>;
  /** Throws when this process may not read it. */
  readonly requireReadable: (location: string) => void;
  readonly state: (location: string) => { readonly size: number; readonly mtimeMs: number };
}

export interface DiskEntry {
  /** The bytes of its name, which need not be UTF-8. */
  readonly name: Buffer;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** What stands at a path, by its state. */
export const kindOf = (entry: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): DiskEntry['kind'] =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other';

export const nodeDisk: Disk = {
  entries: async (folder) =>
    (await readdir(folder, { withFileTypes: true, encoding: 'buffer' })).map((entry) => ({
      name: entry.name,
      kind: kindOf(entry),
    })),
  requireReadable: (location) => accessSync(location, constants.R_OK),
  state: (location) => statSync(location),
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decoded = (name: Buffer): string | null => {
  try {
    return utf8.decode(name);
  } catch {
    return null;
  }
};

/** The length of an S3 key, less the prefix of a deposit or an OCFL object. */
const MOST_PATH_BYTES = 880;

/** Why a path cannot be preserved; null when it can. */
const pathViolation = (path: string, name: string): string | null => {
  const violation = fileNameViolation(name);
  if (violation !== null) return `has a name that cannot be preserved: ${violation}`;
  const bytes = Buffer.byteLength(path);
  return bytes > MOST_PATH_BYTES ? `has a path of ${bytes} bytes; the limit is ${MOST_PATH_BYTES}` : null;
};

const KIND_REASONS = {
  link: 'is a link; only files and folders can be preserved',
  other: 'is a pipe, a socket or a device; only files and folders can be preserved',
} as const;

const unreadable = (path: string, error: unknown): Obstacle => {
  const isDenied = ['EACCES', 'EPERM'].includes(codeOf(error) ?? '');
  const why = isDenied ? 'permission denied' : error instanceof Error ? error.message : String(error);
  return { path, reason: `cannot be read (${why})`, code: 'unreadable' };
};

/** A file that can be preserved, or what stands against it; `kind` is what stands at its place on the disk. */
export const inspectFile = (
  { path, location, kind }: Pick<LocalFile, 'path' | 'location'> & Pick<DiskEntry, 'kind'>,
  disk: Pick<Disk, 'requireReadable' | 'state'> = nodeDisk,
): LocalFile | Obstacle => {
  const violation = pathViolation(path, path.slice(path.lastIndexOf('/') + 1));
  if (violation !== null) return { path, reason: violation, code: 'not-preservable' };
  if (kind === 'link' || kind === 'other') return { path, reason: KIND_REASONS[kind], code: 'not-preservable' };
  try {
    disk.requireReadable(location);
    const { size, mtimeMs } = disk.state(location);
    return { path, location, size, modifiedMs: mtimeMs };
  } catch (error) {
    return unreadable(path, error);
  }
};

/** The result of an inspection. */
export interface FolderInspection {
  readonly folder: LocalFolder;
  /** Paths left out; of a folder its own, with a final slash. */
  readonly leftOut: readonly string[];
  readonly obstacles: readonly Obstacle[];
}

/** Reads a folder and everything below it: the files and folders to preserve, and all obstacles. */
export const inspectFolder = async (
  root: string,
  disk: Disk = nodeDisk,
  isLeftOut: Exclusion = () => false,
): Promise<FolderInspection> => {
  const files: LocalFile[] = [];
  const folders: string[] = [];
  const leftOut: string[] = [];
  const obstacles: Obstacle[] = [];

  const visitEntry = async (folder: string, prefix: string, { name: bytes, kind }: DiskEntry): Promise<void> => {
    const name = decoded(bytes);
    if (name === null) {
      const path = `${prefix}${bytes.toString('latin1')}`;
      obstacles.push({ path, name: bytes, code: 'not-utf8', reason: 'has a name that is not UTF-8' });
      return;
    }
    const path = prefix + name;
    if (isLeftOut(path, kind === 'folder' ? kind : 'file')) {
      leftOut.push(kind === 'folder' ? `${path}/` : path);
      return;
    }
    if (kind === 'folder' && pathViolation(path, name) === null) {
      folders.push(path);
      await visitFolder(`${folder}/${name}`, `${path}/`).catch((error: unknown) =>
        obstacles.push(unreadable(path, error)),
      );
      return;
    }
    const found = inspectFile({ path, location: `${folder}/${name}`, kind }, disk);
    if ('reason' in found) obstacles.push(found);
    else files.push(found);
  };
  const visitFolder = async (folder: string, prefix: string): Promise<void> => {
    disk.requireReadable(folder);
    const entries = [...(await disk.entries(folder))].sort((a, b) => Buffer.compare(a.name, b.name));
    for (const entry of entries) await visitEntry(folder, prefix, entry);
  };

  await visitFolder(root, '').catch((error: unknown) => obstacles.push(unreadable(root, error)));
  return { folder: { files, folders }, leftOut, obstacles };
};

import { accessSync, constants, statSync } from 'node:fs';
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
}

/** A path that cannot be preserved, and why. */
export interface Obstacle {
  readonly path: string;
  readonly reason: string;
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

export const nodeDisk: Disk = {
  entries: async (folder) =>
    (await readdir(folder, { withFileTypes: true, encoding: 'buffer' })).map((entry) => ({
      name: entry.name,
      kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other',
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
  if (violation !== null) return `has a name that cannot be kept: ${violation}`;
  const bytes = Buffer.byteLength(path);
  return bytes > MOST_PATH_BYTES ? `has a path of ${bytes} bytes; at most ${MOST_PATH_BYTES} can be kept` : null;
};

const KIND_REASONS = {
  link: 'is a link, and what it points to would be left to chance',
  other: 'is a pipe, socket or device',
} as const;

const reasonOf = (error: unknown): string => {
  if (['EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return 'may not be read';
  return `cannot be read (${error instanceof Error ? error.message : String(error)})`;
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

  const visitFile = (location: string, path: string): void => {
    disk.requireReadable(location);
    const { size, mtimeMs } = disk.state(location);
    files.push({ path, location, size, modifiedMs: mtimeMs });
  };
  const visit = async (kind: 'file' | 'folder', location: string, path: string): Promise<void> => {
    if (kind === 'file') {
      visitFile(location, path);
      return;
    }
    folders.push(path);
    await visitFolder(location, `${path}/`);
  };
  const visitEntry = async (folder: string, prefix: string, { name: bytes, kind }: DiskEntry): Promise<void> => {
    const name = decoded(bytes);
    if (name === null) {
      obstacles.push({ path: `${prefix}${bytes.toString('latin1')}`, reason: 'has a name that is not UTF-8' });
      return;
    }
    const path = prefix + name;
    if (isLeftOut(path, kind === 'folder' ? kind : 'file')) {
      leftOut.push(kind === 'folder' ? `${path}/` : path);
      return;
    }
    const violation = pathViolation(path, name);
    if (violation !== null) obstacles.push({ path, reason: violation });
    else if (kind === 'link' || kind === 'other') obstacles.push({ path, reason: KIND_REASONS[kind] });
    else {
      await visit(kind, `${folder}/${name}`, path).catch((error: unknown) =>
        obstacles.push({ path, reason: reasonOf(error) }),
      );
    }
  };
  const visitFolder = async (folder: string, prefix: string): Promise<void> => {
    disk.requireReadable(folder);
    const entries = [...(await disk.entries(folder))].sort((a, b) => Buffer.compare(a.name, b.name));
    for (const entry of entries) await visitEntry(folder, prefix, entry);
  };

  await visitFolder(root, '').catch((error: unknown) => obstacles.push({ path: root, reason: reasonOf(error) }));
  return { folder: { files, folders }, leftOut, obstacles };
};

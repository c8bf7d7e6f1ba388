import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, readSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** What is to be copied, and how much of it at most. */
export interface CopyRequest {
  readonly from: string;
  readonly to: string;
  readonly mostBytes: number;
  /** Files that were last written before this are left out; milliseconds since 1970. */
  readonly since?: number;
  /** Entries of `from` itself that are left out. */
  readonly without?: ReadonlySet<string>;
}

interface Found {
  readonly path: string;
  readonly size: number;
}

const MOST_FILES = 20_000;
const MOST_BYTES_OF_A_FILE = 64 * 1024 * 1024;
const LOG_BYTES = 1024 * 1024;

const isLog = (path: string): boolean => /\.(log|txt|ndjson)$/.test(path) || /\/log$/.test(path);

/** Whatever goes away meanwhile, or may not be looked at, was not there. */
const orElse = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

const filesBelow = ({ from, since = 0, without = new Set() }: CopyRequest): Found[] => {
  const found: Found[] = [];
  const visit = (folder: string): void => {
    for (const entry of orElse(() => readdirSync(folder, { withFileTypes: true }), [])) {
      if (found.length >= MOST_FILES || (folder === from && without.has(entry.name))) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      if (!entry.isFile()) continue;
      const stat = orElse(() => statSync(path), null);
      if (stat !== null && stat.mtimeMs >= since) found.push({ path, size: stat.size });
    }
  };
  visit(from);
  return found;
};

/** The last part of a file that is too long. */
const copyEnd = (from: string, to: string, size: number): void => {
  const file = openSync(from, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(size, LOG_BYTES));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    writeFileSync(to, bytes.subarray(0, read));
  } finally {
    closeSync(file);
  }
};

const copyOne = (from: string, to: string, size: number): void => {
  mkdirSync(dirname(to), { recursive: true });
  if (isLog(from) && size > LOG_BYTES) copyEnd(from, to, size);
  else copyFileSync(from, to, constants.COPYFILE_FICLONE);
};

/**
 * Copies the files of a folder as they stand: logs first and by their ends, then small ones before large ones, until
 * there are as many bytes as there may be. Gives the paths that were left out, and why. What is written meanwhile may be
 * torn.
 */
export const copyFiles = (request: CopyRequest): { readonly bytes: number; readonly leftOut: readonly string[] } => {
  const { from, to, mostBytes } = request;
  const costOf = ({ path, size }: Found): number => (isLog(path) ? Math.min(size, LOG_BYTES) : size);
  const rankOf = (file: Found): number => (isLog(file.path) ? 0 : 1 + file.size);
  const leftOut: string[] = [];
  let bytes = 0;
  for (const file of filesBelow(request).sort((a, b) => rankOf(a) - rankOf(b))) {
    const name = relative(from, file.path);
    const cost = costOf(file);
    if (cost > MOST_BYTES_OF_A_FILE || bytes + cost > mostBytes) leftOut.push(`${name} (${file.size} bytes)`);
    else if (orElse(() => (copyOne(file.path, join(to, name), file.size), true), false)) bytes += cost;
    else leftOut.push(`${name} (could not be read)`);
  }
  return { bytes, leftOut };
};

/** The bytes of all files in a folder. */
export const bytesBelow = (folder: string): number =>
  filesBelow({ from: folder, to: '', mostBytes: 0 }).reduce((sum, { size }) => sum + size, 0);

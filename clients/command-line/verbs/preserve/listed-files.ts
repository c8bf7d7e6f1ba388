import { createReadStream, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { ancestorsOf } from '../../../../formats/paths/repository-path.js';
import { codeOf } from '../../../../flow/error-code.js';
import { CommandFault, wordsFault } from '../../command-fault.js';
import { isExcluded, type Exclusion } from '../../folder/exclusion.js';
import {
  inspectFile,
  kindOf,
  type FolderInspection,
  type LocalFile,
  type Obstacle,
} from '../../folder/folder-inspection.js';
import { countText } from '../../output/amounts.js';
import { listed, shownName } from '../../output/printable.js';

/** A list of names of files, in bytes. */
export interface FileList {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly separator: '\n' | '\0';
}

const MOST_NAMED = 10;
/** Longer than any path that a system opens. */
const LONGEST_NAME = 64 * 1024;

/** Opens the list at a path; `-` is standard input. */
export const openList = (path: string, separator: FileList['separator']): FileList => ({
  chunks: path === '-' ? process.stdin : createReadStream(path),
  separator,
});

async function* names({ chunks, separator }: FileList): AsyncGenerator<Buffer> {
  const end = separator.charCodeAt(0);
  let begun = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let bytes = begun.length === 0 ? Buffer.from(chunk) : Buffer.concat([begun, chunk]);
    for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end)) {
      if (at > 0) yield bytes.subarray(0, at);
      bytes = bytes.subarray(at + 1);
    }
    begun = Buffer.from(bytes);
    if (begun.length > LONGEST_NAME)
      throw wordsFault(
        'A name in the list is longer than any path.',
        separator === '\n' ? '--from0 <list>' : undefined,
      );
  }
  if (begun.length > 0) yield begun;
}

/** The path below the current folder, without `./` and empty names. Throws CommandFault for one that leaves it. */
const pathOf = (name: string): string => {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (name.startsWith('/') || parts.includes('..') || parts.length === 0)
    throw wordsFault(
      `${shownName(name)} in the list is not below the folder you are in.`,
      'cd into the folder that has all of them, and list names below it',
    );
  return parts.join('/');
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decoded = (name: Buffer, obstacles: Obstacle[]): string | null => {
  try {
    return utf8.decode(name);
  } catch {
    obstacles.push({ path: name.toString('latin1'), name, code: 'not-utf8', reason: 'has a name that is not UTF-8' });
    return null;
  }
};

const requireThere = (missing: readonly string[]): void => {
  if (missing.length === 0) return;
  throw new CommandFault(
    `${countText(missing.length, 'name')} in the list ${missing.length === 1 ? 'is' : 'are'} not there: ` +
      `${listed(missing, MOST_NAMED)}. No version was made.`,
    { code: 'file-not-found', next: 'make the list again' },
  );
};

/**
 * Reads the files that a list names below a folder; folders in it are passed over, since what is in them has names of its
 * own. Each file counts once. Rejects with CommandFault for a name that leaves the folder, and for names that are not there.
 */
export const inspectListed = async (root: string, list: FileList, isLeftOut: Exclusion): Promise<FolderInspection> => {
  const files = new Map<string, LocalFile>();
  const leftOut: string[] = [];
  const obstacles: Obstacle[] = [];
  const missing: string[] = [];
  const visit = (path: string): void => {
    const location = join(root, path);
    const state = lstatSync(location);
    if (state.isDirectory()) return;
    if (isExcluded(path, isLeftOut)) leftOut.push(path);
    else {
      const found = inspectFile({ path, location, kind: kindOf(state) });
      if ('reason' in found) obstacles.push(found);
      else files.set(path, found);
    }
  };
  for await (const bytes of names(list)) {
    const name = decoded(bytes, obstacles);
    if (name === null) continue;
    const path = pathOf(name);
    if (files.has(path)) continue;
    try {
      visit(path);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
      missing.push(path);
    }
  }
  requireThere(missing);
  const sorted = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const folders = [...new Set(sorted.flatMap(({ path }) => ancestorsOf(path)))];
  return { folder: { files: sorted, folders }, leftOut, obstacles };
};

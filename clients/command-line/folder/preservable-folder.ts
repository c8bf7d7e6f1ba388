import { stat } from 'node:fs/promises';
import { CommandFault, wordsFault } from '../command-fault.js';
import { shownBytes, shownName } from '../output/printable.js';
import { shellWord } from '../output/shell-word.js';
import type { Exclusion } from './exclusion.js';
import {
  inspectFolder,
  type Disk,
  type FolderInspection,
  type LocalFolder,
  type Obstacle,
} from './folder-inspection.js';

/** The most obstacles that are listed. */
const LISTED = 50;

/** A folder that can be preserved, with the paths left out. */
export interface PreservableFolder extends LocalFolder {
  /** Folders have a final slash; their content is not listed. */
  readonly leftOut: readonly string[];
}

/** Throws CommandFault where there is no folder at a path. */
export const requireFolder = async (path: string): Promise<void> => {
  const state = await stat(path).catch(() => null);
  if (state === null) throw wordsFault(`There is no folder ${shownName(path)}.`);
  if (!state.isDirectory()) throw wordsFault(`${shownName(path)} is not a folder.`);
};

const NO_VERSION = 'No version was made.';

const inFolder = (folder: string, { path }: Obstacle): string =>
  path === folder ? path : `${folder.replace(/\/+$/, '')}/${path}`;

/** What stands against a version, of one path. */
const faultOf = (folder: string, obstacle: Obstacle): CommandFault => {
  const { path, reason, code, name } = obstacle;
  if (code === 'not-utf8')
    return new CommandFault(
      `The name ${shownBytes(name ?? path)} in ${shownName(folder)} is not UTF-8. ${NO_VERSION}`,
      {
        code: 'name-not-utf8',
        next: `convmv -f latin1 -t utf8 -r ${shellWord(folder)}`,
      },
    );
  const next = path === folder ? undefined : `--exclude ${shellWord(path)}`;
  return new CommandFault(`${shownName(inFolder(folder, obstacle))} ${reason}. ${NO_VERSION}`, {
    code: code === 'unreadable' ? 'file-unreadable' : 'file-not-preservable',
    ...(next === undefined ? {} : { next: code === 'unreadable' ? `${next}, or as another user` : next }),
  });
};

const rowOf = ({ path, name, reason }: Obstacle): string =>
  `  ${name === undefined ? shownName(path) : shownBytes(name)} ${reason}`;

/** What was found in a folder; throws CommandFault that lists all that cannot be preserved. */
export const requirePreservable = (
  path: string,
  { folder, leftOut, obstacles }: FolderInspection,
): PreservableFolder => {
  const [first, ...others] = obstacles;
  if (first === undefined) return { ...folder, leftOut };
  if (others.length === 0) throw faultOf(path, first);
  const more = obstacles.length > LISTED ? [`  and ${obstacles.length - LISTED} more`] : [];
  const rows = [...obstacles.slice(0, LISTED).map(rowOf), ...more];
  throw new CommandFault([`${shownName(path)} cannot be preserved as it is. ${NO_VERSION}`, ...rows].join('\n'), {
    code: 'folder-not-preservable',
    next: '--exclude <pattern>, or change what is named',
  });
};

/** Reads a folder to preserve; rejects with CommandFault that lists all obstacles. */
export const readPreservableFolder = async (
  path: string,
  disk?: Disk,
  exclusion?: Exclusion,
): Promise<PreservableFolder> => {
  await requireFolder(path);
  return requirePreservable(path, await inspectFolder(path, disk, exclusion));
};

import { stat } from 'node:fs/promises';
import { CommandFault } from '../command-fault.js';
import type { Exclusion } from './exclusion.js';
import { inspectFolder, type Disk, type LocalFolder } from './folder-inspection.js';
import { listed, printable } from '../output/printable.js';

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
  if (state === null) throw new CommandFault(`The folder ${path} does not exist.`);
  if (!state.isDirectory()) throw new CommandFault(`${path} is not a folder.`);
};

/** Reads a folder to preserve; rejects with CommandFault that lists all obstacles. */
export const readPreservableFolder = async (
  path: string,
  disk?: Disk,
  exclusion?: Exclusion,
): Promise<PreservableFolder> => {
  await requireFolder(path);
  const { folder, leftOut, obstacles } = await inspectFolder(path, disk, exclusion);
  const [first, ...others] = obstacles;
  if (first === undefined) return { ...folder, leftOut };
  if (others.length === 0)
    throw new CommandFault(`${path} cannot be preserved: ${printable(first.path)} ${first.reason}.`);
  const listed = obstacles.slice(0, LISTED).map((each) => `  ${printable(each.path)} ${each.reason}`);
  const more = obstacles.length > LISTED ? [`  and ${obstacles.length - LISTED} more`] : [];
  throw new CommandFault([`${path} cannot be preserved as it is:`, ...listed, ...more].join('\n'));
};

/** Characters that JSON escapes; at least one widely used tool reads the escapes wrongly. */
const ODD = /["\\\p{Cc}]/u;

const ODD_LISTED = 10;

/** The warning about names that some tools cannot read in an inventory; null without such names. */
export const oddNamesWarning = ({ files }: Pick<LocalFolder, 'files'>): string | null => {
  const odd = files.map(({ path }) => path).filter((path) => ODD.test(path));
  return odd.length === 0
    ? null
    : 'Warning: names with a quotation mark, a backslash or a control character are preserved as they are, but there ' +
        `are OCFL tools that cannot read an inventory with them: ${listed(odd, ODD_LISTED)}.`;
};

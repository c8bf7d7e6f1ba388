import { stat } from 'node:fs/promises';
import { CommandFault } from './command-fault.js';
import type { Exclusion } from './exclusion.js';
import { inspectFolder, type Disk, type LocalFolder } from './folder-inspection.js';
import { printable } from './printable.js';

/** How many obstacles are listed one by one. */
const LISTED = 50;

/** A folder as it can be preserved, and what of it is left out. */
export interface FitFolder extends LocalFolder {
  /** Folders with a slash at their end, and nothing of what is in them. */
  readonly leftOut: readonly string[];
}

/** The folder as it can be preserved; throws CommandFault that tells all that stands in the way. */
export const fitFolder = async (path: string, disk?: Disk, exclusion?: Exclusion): Promise<FitFolder> => {
  const state = await stat(path).catch(() => null);
  if (state === null) throw new CommandFault(`The folder ${path} does not exist.`);
  if (!state.isDirectory()) throw new CommandFault(`${path} is not a folder.`);
  const { folder, leftOut, unfit } = await inspectFolder(path, disk, exclusion);
  const [first, ...others] = unfit;
  if (first === undefined) return { ...folder, leftOut };
  if (others.length === 0)
    throw new CommandFault(`${path} cannot be preserved: ${printable(first.path)} ${first.reason}.`);
  const listed = unfit.slice(0, LISTED).map((each) => `  ${printable(each.path)} ${each.reason}`);
  const more = unfit.length > LISTED ? [`  and ${unfit.length - LISTED} more`] : [];
  throw new CommandFault([`${path} cannot be preserved as it is:`, ...listed, ...more].join('\n'));
};

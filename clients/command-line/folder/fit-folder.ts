import { stat } from 'node:fs/promises';
import { CommandFault } from '../command-fault.js';
import type { Exclusion } from './exclusion.js';
import { inspectFolder, type Disk, type LocalFolder } from './folder-inspection.js';
import { listed, printable } from '../output/printable.js';

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

/** At least one tool that is widely used reads these wrongly where JSON has them escaped. */
const ODD = /["\\\p{Cc}]/u;

const ODD_LISTED = 10;

/** What to say of names that some tools cannot read in an inventory; null when there are none. */
export const oddNamesWarning = ({ files }: Pick<LocalFolder, 'files'>): string | null => {
  const odd = files.map(({ path }) => path).filter((path) => ODD.test(path));
  return odd.length === 0
    ? null
    : 'Warning: names with a quotation mark, a backslash or a control character are preserved as they are, but there ' +
        `are OCFL tools that cannot read an inventory with them: ${listed(odd, ODD_LISTED)}.`;
};

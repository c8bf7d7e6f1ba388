import { CommandFault } from '../command-fault.js';
import type { LocalFile } from './folder-inspection.js';

export const changedFile = ({ path }: LocalFile): CommandFault =>
  new CommandFault(`${path} changed while it was read; run the command again when it is at rest.`);

export const unreadableFile = ({ path }: LocalFile, error: unknown): CommandFault =>
  new CommandFault(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);

/** Whether a file that is looked at again shows no sign of having been written since. */
export const isAsItWas = (
  { size, modifiedMs }: LocalFile,
  now: { readonly size: number; readonly mtimeMs: number },
): boolean => now.size === size && now.mtimeMs === modifiedMs;

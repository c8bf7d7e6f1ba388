import { CommandFault } from '../command-fault.js';
import type { LocalFile } from './folder-inspection.js';

export const changedFile = ({ path }: LocalFile): CommandFault =>
  new CommandFault(`${path} changed while it was read; run the command again when it is at rest.`);

export const unreadableFile = ({ path }: LocalFile, error: unknown): CommandFault =>
  new CommandFault(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);

/** Whether a file has the same size and time as before. */
export const isUnchangedFile = (
  { size, modifiedMs }: LocalFile,
  now: { readonly size: number; readonly mtimeMs: number },
): boolean => now.size === size && now.mtimeMs === modifiedMs;

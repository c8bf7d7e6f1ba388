import { codeOf } from '../../../flow/error-code.js';
import { CommandFault } from '../command-fault.js';
import { shownName } from '../output/printable.js';
import { shellWord } from '../output/shell-word.js';
import type { LocalFile } from './folder-inspection.js';

const NO_VERSION = 'No version was made.';

export const changedFile = ({ location }: LocalFile): CommandFault =>
  new CommandFault(`${shownName(location)} changed while it was read. ${NO_VERSION}`, {
    code: 'file-changed',
    next: 'the same again later',
  });

export const unreadableFile = ({ location, path }: LocalFile, error: unknown): CommandFault => {
  const isDenied = ['EACCES', 'EPERM'].includes(codeOf(error) ?? '');
  const why = isDenied ? 'permission denied' : error instanceof Error ? error.message : String(error);
  return new CommandFault(`${shownName(location)} cannot be read (${why}). ${NO_VERSION}`, {
    code: 'file-unreadable',
    next: `--exclude ${shellWord(path)}, or as another user`,
  });
};

/** Whether a file has the same size and time as before. */
export const isUnchangedFile = (
  { size, modifiedMs }: LocalFile,
  now: { readonly size: number; readonly mtimeMs: number },
): boolean => now.size === size && now.mtimeMs === modifiedMs;

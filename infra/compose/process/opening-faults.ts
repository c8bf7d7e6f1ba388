import { existsSync } from 'node:fs';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import type { DataFolderParts } from '../../embedded/data-folder.js';
import { DatabaseFault } from '../../embedded/database-fault.js';
import { inUseText, type ArchiveInUse } from './archive-in-use.js';

export const noArchiveFault = (path: string): CommandFault =>
  new CommandFault(`There is no archive in ${path}.`, {
    code: 'no-archive',
    exit: 2,
    next: '--data <folder>, --server <address>, muniment start (new)',
  });

const nextOf = ({ served, host }: ArchiveInUse['holder']): string => {
  if (host !== null) return '--server <address>';
  return served === null ? '--wait 1h' : '--data <another folder>';
};

/** A data folder that cannot be used now; its cause is the error. */
export const inUseFault = (path: string, error: ArchiveInUse): CommandFault => {
  const { holder, waitedMs, code } = error;
  return new CommandFault(inUseText(path, holder, waitedMs), { code, exit: 5, next: nextOf(holder) }, { cause: error });
};

const isUnreadable = (error: unknown): boolean =>
  error instanceof DatabaseFault
    ? error.code === 'database-not-readable'
    : error instanceof Error && isUnreadable(error.cause);

/** The CommandFault for a log that cannot be opened for reading; other errors unchanged. */
export const unreadableFault = (path: string, { events }: DataFolderParts, error: unknown): unknown => {
  if (!isUnreadable(error)) return error;
  if (!existsSync(events)) {
    const message = `${path} has no log: the platform that uses it has its log on a server.`;
    return new CommandFault(message, { code: 'log-elsewhere', exit: 2, next: '--server <address>' }, { cause: error });
  }
  const message = `The archive ${path} was not closed by the process that wrote it, and must be repaired before it can be read.`;
  return new CommandFault(message, { code: 'not-closed', exit: 2, next: 'muniment start' }, { cause: error });
};

import type { CombinedFileRow, CombinedFolderRow, CombinedState } from '../../../api/deposits.js';

/** A file or folder of a deposit, as a row of the tree. */
export type Entry = (CombinedFileRow | CombinedFolderRow) & { readonly isFolder: boolean };

/** What narrows the files to a flat list; empty for the tree. */
export interface FileFilter {
  readonly show?: CombinedState;
  readonly name?: string;
}

export const isFlat = ({ show, name }: FileFilter): boolean => show !== undefined || name !== undefined;

/** The folder that a path is in; '' is the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Whether a file or folder can be recorded in the METS: only those below the two folders that are preserved. */
export const isRecordable = (path: string): boolean => /^(objects|metadata)(\/|$)/.test(path);

/** Whether the platform keeps a file or folder, since it needs it there. */
export const isKept = (path: string): boolean =>
  !path.includes('/') || path === 'metadata/ad-hoc' || path.startsWith('../');

/** Whether a file or folder may have another path: all but the METS, what is beside the data of a bag, and what is kept. */
export const isMovable = (path: string): boolean =>
  !['', 'objects', 'metadata', 'metadata/ad-hoc', 'mets.xml'].includes(path) && !path.startsWith('../');

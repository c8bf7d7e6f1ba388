import { dirname } from 'node:path';
import type { Files } from './files.js';

/** Creates a folder and the missing ones above it; all names are durable when it resolves. */
export const makeFolders = async (files: Files, folder: string): Promise<void> => {
  if ((await files.state(folder))?.kind === 'folder') return;
  const above = dirname(folder);
  if (above !== folder) await makeFolders(files, above);
  if (await files.makeFolder(folder)) await files.syncFolder(above);
};

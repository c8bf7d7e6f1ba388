import { dirname } from 'node:path';
import type { Files } from './files.js';

/** Makes a folder and those above it that are missing, each name durable when it resolves. */
export const makeFolders = async (files: Files, folder: string): Promise<void> => {
  if ((await files.state(folder))?.kind === 'folder') return;
  const above = dirname(folder);
  if (above !== folder) await makeFolders(files, above);
  if (await files.makeFolder(folder)) await files.syncFolder(above);
};

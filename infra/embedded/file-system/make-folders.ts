import { dirname } from 'node:path';
import type { Files } from './files.js';

/**
 * Creates a folder, of the mode that is given, and the missing ones above it; all names are durable when it resolves.
 * Answers whether the folder was missing.
 */
export const makeFolders = async (files: Files, folder: string, mode?: number): Promise<boolean> => {
  if ((await files.state(folder))?.kind === 'folder') return false;
  const above = dirname(folder);
  if (above !== folder) await makeFolders(files, above);
  if (!(await files.makeFolder(folder, mode))) return false;
  try {
    await files.syncFolder(above);
  } catch (error) {
    await files.removeFolder(folder).catch(() => undefined); // else the next would take it for durable
    throw error;
  }
  return true;
};

import { join } from 'node:path';
import type { DataFolder } from '../../embedded/data-folder.js';
import type { ObjectEngine } from '../../embedded/s3-server/s3-server.js';

/**
 * Tells of files in a data folder whose names were lost with the index of objects, and what an operator can do; null
 * where there are none.
 */
export const lostNamesText = (
  engine: Pick<ObjectEngine, 'nameless'> | null,
  folder: Pick<DataFolder, 'path' | 'objects'> | null,
): string | null => {
  if (engine === null || folder === null || engine.nameless === 0) return null;
  const files = engine.nameless === 1 ? '1 file' : `${engine.nameless} files`;
  const index = join(folder.path, 'objects.sqlite');
  return (
    `${files} in ${folder.objects} have no names, since the index ${index} was lost: workspaces lack them; stop the ` +
    `platform and restore that index from a backup, or move those files elsewhere`
  );
};

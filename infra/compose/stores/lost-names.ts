import { join } from 'node:path';
import type { DataFolder } from '../../embedded/data-folder.js';
import type { ObjectEngine } from '../../embedded/s3-server/s3-server.js';

const counted = (count: number, one: string, where: string): string[] =>
  count === 0 ? [] : [`${count === 1 ? `1 ${one}` : `${count} ${one}s`} ${where}`];

/**
 * Tells of files in a data folder whose names were lost with the index of objects, of names in an older index whose
 * files are gone, and what an operator can do; null where there are none.
 */
export const lostNamesText = (
  engine: Pick<ObjectEngine, 'lost'> | null,
  folder: Pick<DataFolder, 'path' | 'objects'> | null,
): string | null => {
  if (engine === null || folder === null) return null;
  const { nameless, withoutBytes } = engine.lost;
  const losses = [
    ...counted(nameless, 'file', 'there without a name, which workspaces lack'),
    ...counted(withoutBytes, 'name', 'in it without a file'),
  ];
  if (losses.length === 0) return null;
  const index = join(folder.path, 'objects.sqlite');
  return (
    `the index ${index} was lost, or is older than ${folder.objects}: ${losses.join(', and ')}; stop the platform and ` +
    'restore the newest copy of that index, or move files without names elsewhere and delete objects without files'
  );
};

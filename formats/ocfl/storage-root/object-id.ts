import { ByteStoreFault } from '../../bytes.js';
import { ocflId, parsePath, PathFault, type RepositoryPath } from '../../paths/repository-path.js';
import { isKeyUnreadable, type StorageRootReader } from './storage-root-reader.js';

/** The id comes first in an inventory, within this many characters. */
export const ID_WITHIN = 16_384;

/** The id at the beginning of an inventory; null where there is none. */
export const idIn = (beginning: string): string | null => {
  const [, literal] = /^\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(beginning) ?? [];
  try {
    return literal === undefined ? null : (JSON.parse(literal) as string);
  } catch {
    return null;
  }
};

/** The id in an object's root inventory, of which only the beginning is read; null where there is none. */
export const objectIdAt = async (reader: StorageRootReader, root: string): Promise<string | null> => {
  try {
    let text = '';
    for await (const chunk of reader.open(`${root}/inventory.json`)) {
      text += Buffer.from(chunk).toString('utf8');
      if (text.length >= ID_WITHIN) break;
    }
    return idIn(text);
  } catch (error) {
    if (isKeyUnreadable(error)) return null;
    if (error instanceof ByteStoreFault && error.code === 'object-not-found') return null;
    throw error;
  }
};

/** The archival group with this object id; null for an id that is not of the platform's form. */
export const groupOf = (objectId: string): RepositoryPath | null => {
  const [, escaped] = /^info:repo\/(.+)$/.exec(objectId) ?? [];
  if (escaped === undefined) return null;
  try {
    const path = parsePath(escaped);
    return ocflId(path) === objectId ? path : null;
  } catch (error) {
    if (error instanceof PathFault) return null;
    throw error;
  }
};

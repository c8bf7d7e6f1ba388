import { ByteStoreFault } from '../../bytes.js';
import { ocflId, parsePath, PathFault, type RepositoryPath } from '../../paths/repository-path.js';
import { isKeyUnreadable, type StorageRootReader } from './storage-root-reader.js';

/** The id is the first thing in an inventory; this many characters are more than the longest takes. */
export const ID_WITHIN = 16_384;

/** The id that an inventory begins with; null where none can be made out. */
export const idIn = (beginning: string): string | null => {
  const [, literal] = /^\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(beginning) ?? [];
  try {
    return literal === undefined ? null : (JSON.parse(literal) as string);
  } catch {
    return null;
  }
};

/** The id that an object's root inventory begins with, read without the rest; null where none can be made out. */
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

/** The archival group whose object has this id; null for an id that the platform does not give. */
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

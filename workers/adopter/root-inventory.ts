import { createHash } from 'node:crypto';
import { ifThere } from '../../formats/bytes.js';
import type { StorageRootReader } from '../../formats/ocfl/storage-root/storage-root-reader.js';
import { parseInventoryChunks } from '../../formats/ocfl/inventory/parse-inventory.js';
import { idIn, ID_WITHIN } from '../../formats/ocfl/storage-root/object-id.js';

/** The digest and the object id of a root inventory, read without holding it in memory. */
export interface RootInventory {
  readonly sha256: string;
  /** Null where none is found. */
  readonly id: string | null;
}

/** Other tools may not put the id first, so the whole inventory must be parsed to find it. */
const idOfWhole = async (storageRoot: StorageRootReader, key: string): Promise<string | null> =>
  (await parseInventoryChunks(storageRoot.open(key))).inventory?.id ?? null;

/** Reads the root inventory of an object; null where there is none. Rejects as `StorageRootReader.open` does. */
export const readRootInventory = (storageRoot: StorageRootReader, root: string): Promise<RootInventory | null> =>
  ifThere(async () => {
    const hash = createHash('sha256');
    const beginning: Uint8Array[] = [];
    let held = 0;
    const key = `${root}/inventory.json`;
    for await (const chunk of storageRoot.open(key)) {
      hash.update(chunk);
      if (held < ID_WITHIN) held += beginning[beginning.push(chunk) - 1]?.length ?? 0;
    }
    const id = idIn(Buffer.concat(beginning).toString('utf8')) ?? (await idOfWhole(storageRoot, key));
    return { sha256: hash.digest('hex'), id };
  });

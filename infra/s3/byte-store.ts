import type { ObjectStore } from '../../formats/object-store.js';
import { EVERY_ABILITY, type StoreAbilities } from './probing/abilities.js';
import { openClients, type S3Settings } from './client.js';
import { copier } from './copying/copy.js';
import { deleter } from './delete.js';
import { withFaults } from './fault.js';
import { openBody } from './get.js';
import { headObject } from './head.js';
import { withLegalKeys } from './legal-keys.js';
import { folderLister, lister } from './list.js';
import { withLookedAtCopies, withLookedAtPuts } from './probing/looked-at-conditions.js';
import { putter } from './put.js';
import { abortUploads, listUploads } from './uploads.js';

/** How a store is reached, what it can do, and how large copies are made. */
export interface S3ByteStoreSettings extends S3Settings {
  /** The largest object, in bytes, copied by one request; 5 GiB, S3's own limit, unless said. */
  readonly singleCopyLimit?: number;
  /** Bytes a part where a copy takes several; 1 GiB unless said, never below S3's 5 MiB. */
  readonly copyPartSize?: number;
  /** What the store was found to do; all that S3 does unless said. */
  readonly abilities?: StoreAbilities;
}

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/**
 * The ByteStore port on any S3 store. Nothing is asked of the store before the first call. A store that is away fails a
 * call that only asks within 40 seconds; one that moves bytes has longer, by their number.
 */
export const openS3ByteStore = (settings: S3ByteStoreSettings): ObjectStore & { close(): void } => {
  const clients = openClients(settings);
  const { often } = clients;
  const { conditionalPuts, conditionalCopies, keys } = settings.abilities ?? EVERY_ABILITY;
  const plain: ObjectStore = {
    keepsConditions: true,
    put: putter(clients),
    head: (at) => headObject(often, at),
    get: (at, options) => withFaults('read', () => openBody(often, at, options)),
    copy: copier(clients, {
      singleCopy: settings.singleCopyLimit ?? 5 * GiB,
      part: Math.max(settings.copyPartSize ?? GiB, 5 * MiB),
    }),
    list: lister(often),
    listFolders: folderLister(often),
    delete: deleter(often),
    listUploads: (bucket, prefix) => withFaults('read', () => listUploads(often, bucket, prefix)),
    abortUploads: (uploads) => withFaults('write', () => abortUploads(often, uploads)),
  };
  const withPuts = conditionalPuts ? plain : withLookedAtPuts(plain);
  const store = withLegalKeys(conditionalCopies ? withPuts : withLookedAtCopies(withPuts), keys);
  return { ...store, close: () => clients.close() };
};

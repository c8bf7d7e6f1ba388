import { headOf } from './archival-group/state.js';
import type { PublishedVersion } from './archival-group/state.js';
import { openLedger } from './open-ledger.js';
import type { Services } from './services.js';
import type { GroupState } from '../formats/ocfl/group-state.js';
import type { Inventory } from '../formats/ocfl/inventory.js';
import { readVersionInventory } from '../formats/ocfl/read-inventory.js';
import { readGroupState } from '../formats/ocfl/read-state.js';
import { objectRoot } from '../formats/ocfl/storage-root.js';
import type { ObjectPlace } from '../formats/ocfl/object-place.js';
import { versionName } from '../formats/ocfl/version-name.js';
import { ocflId, type RepositoryPath } from '../formats/paths/repository-path.js';

/** Where the OCFL object of an archival group lies. */
export const objectPlaceOf = ({ places }: Pick<Services, 'places'>, group: RepositoryPath): ObjectPlace => ({
  bucket: places.repository.bucket,
  root: objectRoot(ocflId(group), places.repository.prefix),
});

/** An archival group at its newest published version. */
export interface HeadOfGroup {
  readonly version: PublishedVersion;
  readonly place: ObjectPlace;
  readonly inventory: Inventory;
  readonly state: GroupState;
}

/** Reads an archival group as it is now; null when it has no published version. Rejects with OcflFault and ByteStoreFault. */
export const readHeadOfGroup = async (
  services: Pick<Services, 'events' | 'bytes' | 'places'>,
  group: RepositoryPath,
): Promise<HeadOfGroup | null> => {
  const version = headOf(await openLedger(services.events, group));
  if (version === null) return null;
  const place = objectPlaceOf(services, group);
  const name = versionName(version.version);
  const inventory = await readVersionInventory(services.bytes, place, name);
  return { version, place, inventory, state: await readGroupState(services.bytes, place, inventory, name) };
};

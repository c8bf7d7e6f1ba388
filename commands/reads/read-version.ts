import type { GroupState } from '../../formats/group-state/group-state.js';
import { readGroupState } from '../../formats/group-state/read-state.js';
import type { Inventory } from '../../formats/ocfl/inventory/inventory.js';
import { readVersionInventory } from '../../formats/ocfl/inventory/read-inventory.js';
import type { ObjectPlace } from '../../formats/ocfl/object-place.js';
import { isVersion } from '../../formats/ocfl/version-time.js';
import { versionName, type VersionName } from '../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { Ledger, PublishedVersion } from '../archival-group/state.js';
import type { Dependencies } from '../core/dependencies.js';
import { objectPlaceOf } from './read-group.js';
import { readLedger } from '../archival-group/ledger-stream.js';

/** An archival group at one published version. */
export interface VersionOfGroup {
  readonly place: ObjectPlace;
  readonly label: VersionName;
  readonly inventory: Inventory;
  readonly state: GroupState;
}

/**
 * The published version for a label (`v3`) or a 14-digit Memento stamp, or the head for null; null where the group has
 * no such version.
 */
export const publishedVersion = ({ versions }: Ledger, wanted: string | null): PublishedVersion | null => {
  if (wanted === null) return versions.at(-1) ?? null;
  return [...versions].find(({ version, created }) => isVersion(wanted, versionName(version), created)) ?? null;
};

/**
 * Reads an archival group at one of its published versions, from the inventory of its head, which is the one that
 * `objectMismatch` compares with the ledger. Rejects with OcflFault and ByteStoreFault.
 */
export const readVersionOfGroup = async (
  dependencies: Pick<Dependencies, 'events' | 'bytes' | 'places'>,
  group: RepositoryPath,
  version: number,
): Promise<VersionOfGroup> => {
  const place = objectPlaceOf(dependencies, group);
  const label = versionName(version);
  const head = (await readLedger(dependencies.events, group)).versions.length;
  const inventory = await readVersionInventory(dependencies.bytes, place, versionName(head));
  const state = await readGroupState(dependencies.bytes, place, inventory, label);
  return { place, label, inventory, state };
};

import { versionLabel, versionLabels, type StoredFiles } from '../../formats/group-state/storage-map.js';
import type { InventoryHistory } from '../../formats/ocfl/inventory/inventory.js';
import type { ObjectPlace } from '../../formats/ocfl/object-place.js';
import { lazyMembers } from '../http/answer/lazy-members.js';
import { renderVersion } from './versions.js';

/** The content of a storage map. */
export interface MappedVersion {
  readonly place: ObjectPlace;
  readonly inventory: InventoryHistory;
  /** The version's OCFL label. */
  readonly version: string;
  readonly storage: StoredFiles;
}

/** A storage map (storage service 2.2); `archivalGroup` is the group's URI on the storage service. */
export const renderStorageMap = (
  { place, inventory, version, storage }: MappedVersion,
  archivalGroup: string,
): object => ({
  version: renderVersion(versionLabel(inventory, version)),
  storageType: 'S3',
  root: place.bucket,
  objectPath: place.root,
  files: lazyMembers(() => storage.files()),
  hashes: lazyMembers(() => storage.hashes()),
  headVersion: renderVersion(versionLabel(inventory, inventory.head)),
  allVersions: versionLabels(inventory).map(renderVersion),
  archivalGroup,
});

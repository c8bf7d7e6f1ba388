import { headOf, type PublishedVersion } from '../archival-group/state.js';
import { readLedger } from '../archival-group/ledger-stream.js';
import type { Dependencies } from '../core/dependencies.js';
import type { HeadState } from '../../formats/group-state/read-head-state.js';
import { objectRoot } from '../../formats/ocfl/storage-root/storage-root.js';
import type { ObjectPlace } from '../../formats/ocfl/object-place.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { ocflId, type RepositoryPath } from '../../formats/paths/repository-path.js';

/** Where the OCFL object of an archival group lies. */
export const objectPlaceOf = ({ places }: Pick<Dependencies, 'places'>, group: RepositoryPath): ObjectPlace => ({
  bucket: places.repository.bucket,
  root: objectRoot(ocflId(group), places.repository.prefix),
});

/** An archival group at its newest published version. */
export interface HeadOfGroup extends HeadState {
  readonly version: PublishedVersion;
  readonly place: ObjectPlace;
}

/**
 * Reads an archival group as it is now; null when it has no published version. Rejects with OcflFault and
 * ByteStoreFault.
 */
export const readHeadOfGroup = async (
  dependencies: Pick<Dependencies, 'events' | 'bytes' | 'places'>,
  group: RepositoryPath,
): Promise<HeadOfGroup | null> => {
  const version = headOf(await readLedger(dependencies.events, group));
  if (version === null) return null;
  const place = objectPlaceOf(dependencies, group);
  const { sha256 } = version.inventory;
  // Not needed where only places are asked for, as by who lists a version.
  const { readHeadState } = await import('../../formats/group-state/read-head-state.js');
  const head = await readHeadState(dependencies.bytes, place, { version: versionName(version.version), sha256 });
  return { version, place, ...head };
};

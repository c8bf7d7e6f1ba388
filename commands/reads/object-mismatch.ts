import { ByteStoreFault, ifThere, type ByteStore } from '../../formats/bytes.js';
import { digestStream } from '../../formats/digests/digested.js';
import { inventoryKey, type ObjectPlace } from '../../formats/ocfl/object-place.js';
import { OcflFault } from '../../formats/ocfl/ocfl-fault.js';
import { highestInventoried } from '../../formats/ocfl/inventory/stored-inventories.js';
import { versionName, versionNumber } from '../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { Ledger } from '../archival-group/state.js';
import { readLedger } from '../archival-group/ledger-stream.js';
import { objectPlaceOf } from './read-group.js';
import type { Dependencies } from '../core/dependencies.js';
import { refuse, type Refusal } from '../core/decider.js';

type ReadDependencies = Pick<Dependencies, 'events' | 'bytes' | 'places'>;

/**
 * Why the OCFL object of a group must neither be served nor get another version, in a sentence that names the group;
 * null when it agrees with its ledger. Log and store may have been restored from different moments. The object may or
 * may not have the version that is decided and not yet published, but each inventory must be the one in the ledger.
 * Costs a listing of the version folders and a HEAD of the root inventory, which is read only where the store keeps no
 * digest of it. Rejects with ByteStoreFault and EventStoreFault.
 */
export const objectMismatch = async (dependencies: ReadDependencies, group: RepositoryPath): Promise<string | null> => {
  const { events, bytes, places } = dependencies;
  const place = objectPlaceOf({ places }, group);
  // An import may have ended while the object was read: then compare it with the newer ledger.
  for (let ledger = await readLedger(events, group); ;) {
    const mismatch = await mismatchWith(bytes, place, { group, ledger });
    if (mismatch === null) return null;
    const now = await readLedger(events, group);
    if (now.versions.length === ledger.versions.length && now.job?.phase === ledger.job?.phase) return mismatch;
    ledger = now;
  }
};

interface GroupLedger {
  readonly group: RepositoryPath;
  readonly ledger: Ledger;
}

/** The digests of the inventories that the object may have as its newest: that of the head, and of what is decided. */
const digestsOf = ({ versions, job }: Ledger): ReadonlyMap<number, string> => {
  const known = [versions.at(-1), job?.phase === 'committed' ? job.decided : undefined];
  return new Map(known.flatMap((each) => (each === undefined ? [] : [[each.version, each.inventory.sha256]])));
};

const mismatchWith = async (
  bytes: ByteStore,
  place: ObjectPlace,
  { group, ledger }: GroupLedger,
): Promise<string | null> => {
  const digests = digestsOf(ledger);
  const published = ledger.versions.length;
  const decided = Math.max(published, ...digests.keys());
  const atVersions = (stored: number): string =>
    `The OCFL object of ${group} is at v${stored}, its ledger at v${stored > decided ? decided : published}.`;
  const later = await highestInventoried(bytes, place, decided + 1);
  if (decided > 0 && later !== null) return atVersions(later);
  if (later !== null) return notRecorded(group);
  const root = await digestOf(bytes, place, null);
  if (root === null && published === 0) return null;
  const shown = [...digests].find(([, sha256]) => sha256 === root)?.[0];
  if (shown !== undefined) return ownMismatch(bytes, place, { group, version: shown, allowed: [root, null] });
  const stored = await storedHead(bytes, place);
  if (typeof stored === 'string') return stored;
  if (decided === 0) return notRecorded(group);
  if (stored < published || stored > decided) return atVersions(stored);
  // Another program may have rewritten the root inventory; the version's own must be the one that was decided.
  return ownMismatch(bytes, place, { group, version: stored, allowed: [digests.get(stored)] });
};

interface OwnInventory {
  readonly group: RepositoryPath;
  readonly version: number;
  /** The digests that it may have; null where it may be missing, since then no version is read from it. */
  readonly allowed: readonly (string | null | undefined)[];
}

/**
 * Why the inventory in the version's own directory, from which the version is read, is not the expected one: a restore
 * may have been broken off between it and the root.
 */
const ownMismatch = async (
  bytes: ByteStore,
  place: ObjectPlace,
  { group, version, allowed }: OwnInventory,
): Promise<string | null> =>
  allowed.includes(await digestOf(bytes, place, versionName(version)))
    ? null
    : `The OCFL object of ${group} is not as it was recorded: the inventory of v${version} is another one.`;

const notRecorded = (group: RepositoryPath): string =>
  `Nothing is recorded of the OCFL object that is there for ${group}.`;

/** The SHA-256 of an inventory's bytes; null where there is none. */
const digestOf = async (
  bytes: ByteStore,
  { bucket, root }: ObjectPlace,
  version: string | null,
): Promise<string | null> => {
  const at = { bucket, key: inventoryKey(root, version) };
  const kept = await bytes.head(at);
  if (kept === null || kept.sha256 !== null) return kept?.sha256 ?? null;
  return ifThere(async () => (await digestStream((await bytes.get(at)).stream)).sha256);
};

/** The number of the object's head, 0 where there is no object; or why it cannot be read. */
const storedHead = async (bytes: ByteStore, place: ObjectPlace): Promise<number | string> => {
  try {
    const { readHead } = await import('../../formats/group-state/read-head.js');
    return versionNumber((await readHead(bytes, place)) ?? '') ?? 0;
  } catch (error) {
    const isAbsent = error instanceof ByteStoreFault && error.code === 'object-not-found';
    if (error instanceof OcflFault || isAbsent) return error.message;
    throw error;
  }
};

/**
 * Refuses a group whose object is not where its ledger is, as after a restore from different moments. Rejects with
 * ByteStoreFault and EventStoreFault.
 */
export const objectRefusal = async (
  dependencies: Pick<Dependencies, 'events' | 'bytes' | 'places'>,
  group: RepositoryPath,
): Promise<Refusal | null> => {
  const mismatch = await objectMismatch(dependencies, group);
  return mismatch === null
    ? null
    : refuse('object-not-as-recorded', `${mismatch} Nothing can be imported into it until then.`);
};

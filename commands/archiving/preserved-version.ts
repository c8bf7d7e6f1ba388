import { ifThere, type ByteStore } from '../../formats/bytes.js';
import { digestStream } from '../../formats/digests/digested.js';
import { versionOf, type DigestMap } from '../../formats/ocfl/inventory/inventory.js';
import { readRootInventory, readVersionInventory } from '../../formats/ocfl/inventory/read-inventory.js';
import { inventoryKey, type ObjectPlace } from '../../formats/ocfl/object-place.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced } from '../../flow/slices.js';
import { refused, success, type Result } from '../../flow/result.js';
import { headOf, type Ledger, type PublishedVersion } from '../archival-group/state.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Deposit } from '../deposit/state.js';
import { objectMismatch } from '../reads/object-mismatch.js';
import { objectPlaceOf } from '../reads/read-group.js';
import { readLedger } from '../archival-group/ledger-stream.js';

/** The version of a group that must have the files of a deposit, as the inventories on the store give it. */
export interface PreservedVersion {
  readonly archivalGroup: RepositoryPath;
  /** Such as `v2`. */
  readonly label: string;
  /** Of the inventory of the version. */
  readonly inventorySha256: string;
  readonly place: ObjectPlace;
  /** The digest of each logical path of the version, as the inventory writes it. */
  readonly digests: ReadonlyMap<string, string>;
  /** The manifest of the root inventory. */
  readonly manifest: DigestMap;
}

/**
 * The version that an import of the deposit made; for a deposit whose import failed the head of its group. Refused, with
 * a sentence, where there is none, or where the object is not as its ledger says or cannot be read. Rejects with
 * OcflFault and ByteStoreFault.
 */
export const preservedVersion = async (
  dependencies: Pick<Dependencies, 'events' | 'bytes' | 'places'>,
  deposit: Deposit,
): Promise<Result<PreservedVersion, string>> => {
  const { archivalGroup } = deposit;
  if (archivalGroup === null) return refused('The deposit has no archival group.');
  const version = expectedVersion(deposit, await readLedger(dependencies.events, archivalGroup));
  if (version === null) return refused(`${archivalGroup} has no version that the deposit can be compared with.`);
  const mismatch = await objectMismatch(dependencies, archivalGroup);
  if (mismatch !== null) return refused(mismatch);
  return readVersion(dependencies.bytes, objectPlaceOf(dependencies, archivalGroup), { archivalGroup, version });
};

/** A preserved deposit may have been moved to another group since: then no version there is its own. */
const expectedVersion = ({ status, preserved, jobs }: Deposit, ledger: Ledger): PublishedVersion | null => {
  if (status === 'error') return headOf(ledger);
  const completed = new Set([...jobs.ended].flatMap(({ jobId, outcome }) => (outcome === 'completed' ? [jobId] : [])));
  const own = ({ version, jobId }: PublishedVersion): boolean =>
    versionName(version) === preserved?.version && jobId !== null && completed.has(jobId);
  return ledger.versions.findLast(own) ?? null;
};

const readVersion = async (
  bytes: ByteStore,
  place: ObjectPlace,
  { archivalGroup, version }: { readonly archivalGroup: RepositoryPath; readonly version: PublishedVersion },
): Promise<Result<PreservedVersion, string>> => {
  const label = versionName(version.version);
  const { sha256 } = version.inventory;
  if ((await inventoryDigest(bytes, place, label)) !== sha256)
    return refused(`The inventory of ${label} of ${archivalGroup} is not the one that was recorded.`);
  const root = await readRootInventory(bytes, place);
  if (root === null) return refused(`${archivalGroup} has no root inventory.`);
  const own = await readVersionInventory(bytes, place, label);
  if (own.digestAlgorithm !== 'sha256')
    return refused(`The inventory of ${label} of ${archivalGroup} has no SHA-256 digests to compare with.`);
  const { manifest, digestAlgorithm } = root.inventory;
  if (digestAlgorithm !== 'sha256')
    return refused(
      `The newest inventory of ${archivalGroup} has ${digestAlgorithm} digests, by which the files of ${label} cannot be found in it.`,
    );
  const digests = new Map<string, string>();
  const collect = eachSliced(versionOf(own, label).state, ([digest, paths]) => {
    for (const path of paths) digests.set(path, digest);
  });
  await runInSlices(collect);
  return success({ archivalGroup, label, inventorySha256: sha256, place, digests, manifest });
};

const inventoryDigest = (bytes: ByteStore, { bucket, root }: ObjectPlace, label: string): Promise<string | null> =>
  ifThere(
    async () => (await digestStream((await bytes.get({ bucket, key: inventoryKey(root, label) })).stream)).sha256,
  );

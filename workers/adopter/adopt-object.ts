import type { Ledger } from '../../commands/archival-group/state.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import { ByteStoreFault } from '../../formats/bytes.js';
import { listObject, type FoundObject } from '../../formats/ocfl/storage-root/found-objects.js';
import { isKeyUnreadable } from '../../formats/ocfl/storage-root/storage-root-reader.js';
import { groupOf } from '../../formats/ocfl/storage-root/object-id.js';
import { hasMutableHead, MUTABLE_HEAD } from '../../formats/ocfl/mutable-head.js';
import { versionNumber } from '../../formats/ocfl/version-name.js';
import { lastName, type RepositoryPath } from '../../formats/paths/repository-path.js';
import type { AdoptedObject, AdoptDependencies } from './adopt-dependencies.js';
import { inspectObject, type InspectedObject } from './inspect-object.js';
import { isReason, type RejectedObject, type Reason } from './not-adopted.js';
import type { Recorder } from './recorder.js';
import { readRootInventory, type RootInventory } from './root-inventory.js';

/** How often an object is inspected while facts are appended to its ledger. */
const MAX_INSPECTIONS = 10;

/** The archival group of the object at a root, or why there is none. */
const groupAt = (dependencies: AdoptDependencies, root: string, id: string | null): RepositoryPath | Reason => {
  if (id === null) return { code: 'id-unreadable', message: 'No id can be made out in the root inventory.' };
  const group = groupOf(id);
  if (group === null)
    return { code: 'id-foreign', message: `The id is ${id}, not info:repo/ and the path of a group.` };
  const expected = objectPlaceOf(dependencies, group).root;
  if (expected === root) return group;
  return { code: 'place-differs', message: `The object ${id} does not lie where its id belongs, ${expected}.` };
};

/** Whether the root inventory is that of the ledger's head, or of a decided version that is not published yet. */
const isKnown = ({ versions, job }: Ledger, { sha256 }: RootInventory): boolean =>
  versions.at(-1)?.inventory.sha256 === sha256 ||
  (job?.phase === 'committed' && job.decided.inventory.sha256 === sha256);

/** Why the versions of the object do not continue those of the ledger; null when they do. */
const differing = ({ versions }: Ledger, inspected: InspectedObject): Reason | null => {
  const head = inspected.versions.length;
  const other = [...versions].find(({ version, inventory }) => {
    const found = inspected.versions[version - 1];
    return found !== undefined && found.inventory.sha256 !== inventory.sha256;
  });
  if (other !== undefined)
    return { code: 'history-differs', message: `Ledger and object have different inventories of v${other.version}.` };
  if (head >= versions.length) return null;
  return { code: 'object-behind', message: `The object is at v${head}, its ledger at v${versions.length}.` };
};

const pathsIn = ({ root, entries }: FoundObject): string[] => entries.map(({ key }) => key.slice(root.length + 1));

/** The reason where the object holds the inventory of a later version, but its root inventory is an earlier one. */
const unpublishedVersion = (object: FoundObject, { versions, job }: Ledger): Reason | null => {
  const decided = versions.length + (job?.phase === 'committed' ? 1 : 0);
  const folders = pathsIn(object).map((path) => path.split('/'));
  const numbers = folders.map(([folder = '', file]) => (file === 'inventory.json' ? versionNumber(folder) : null) ?? 0);
  const highest = numbers.reduce((most, number) => Math.max(most, number), 0);
  if (highest <= decided) return null;
  return {
    code: 'version-unpublished',
    message: `v${highest}/inventory.json is there, and the root inventory is at v${versions.length}.`,
  };
};

const mutableHead = (object: FoundObject): Reason | null =>
  hasMutableHead(pathsIn(object))
    ? {
        code: 'mutable-head',
        message: `${MUTABLE_HEAD} is newer than the last version: make a version of it, or remove it, with the tool that wrote it.`,
      }
    : null;

type Inspection = InspectedObject | Reason | 'known';

const inspect = async (
  dependencies: AdoptDependencies,
  object: FoundObject,
  { group, inventory, ledger }: { group: RepositoryPath; inventory: RootInventory; ledger: Ledger },
): Promise<Inspection> => {
  const newer = mutableHead(object);
  if (newer !== null) return newer;
  if (isKnown(ledger, inventory)) return unpublishedVersion(object, ledger) ?? 'known';
  const inspected = await inspectObject(dependencies, object, lastName(group));
  return isReason(inspected) ? inspected : (differing(ledger, inspected) ?? inspected);
};

/**
 * Inspects an object again until its ledger did not change meanwhile: it may have been written during the inspection.
 */
const inspectUnchanged = async (
  dependencies: AdoptDependencies,
  listed: FoundObject,
  group: RepositoryPath,
  first: RootInventory,
): Promise<{ readonly inspection: Inspection; readonly ledger: Ledger }> => {
  let [object, inventory] = [listed, first];
  for (let inspections = 1; ; inspections++) {
    const ledger = await readLedger(dependencies.events, group);
    const inspection = await inspect(dependencies, object, { group, inventory, ledger }).catch(
      (error: unknown): Inspection => {
        if (!(error instanceof ByteStoreFault) || error.code !== 'object-not-found') throw error;
        return { code: 'key-unreadable', message: `A key that was listed has gone: ${error.message}.` };
      },
    );
    const now = await readLedger(dependencies.events, group);
    if (inspection === 'known' || now.length === ledger.length || inspections === MAX_INSPECTIONS)
      return { inspection, ledger: now };
    object = await listObject(dependencies.storageRoot, object.root);
    inventory = (await readRootInventory(dependencies.storageRoot, object.root)) ?? inventory;
  }
};

/** The result for one object; `unnamed` without a root inventory, since its group is unknown. */
export type Outcome = AdoptedObject | RejectedObject | 'known' | 'unnamed';

const readable = (
  storageRoot: AdoptDependencies['storageRoot'],
  root: string,
): Promise<RootInventory | Reason | null> =>
  readRootInventory(storageRoot, root).catch((error: unknown): Reason => {
    if (isKeyUnreadable(error)) return { code: 'key-unreadable', message: error.message };
    throw error;
  });

/** Records the versions of an object that the log lacks. Rejects with the faults of the ports. */
export const adoptObject = async (
  dependencies: AdoptDependencies,
  object: FoundObject,
  recorder: Recorder,
): Promise<Outcome> => {
  const { root } = object;
  const inventory = await readable(dependencies.storageRoot, root);
  if (inventory === null) return 'unnamed';
  if (isReason(inventory)) return { ...inventory, group: null, root };
  const group = groupAt(dependencies, root, inventory.id);
  if (typeof group !== 'string') return { ...group, group: null, root };
  const { inspection, ledger } = await inspectUnchanged(dependencies, object, group, inventory);
  if (inspection === 'known') {
    await recorder.confirm(group);
    return 'known';
  }
  if (isReason(inspection)) return { ...inspection, group, root };
  const { versions, leftovers } = inspection;
  const refusal = await recorder.record(group, versions.slice(ledger.versions.length));
  if (refusal !== null) return { code: refusal.code, message: refusal.detail, group, root };
  return { group, root, first: ledger.versions.length + 1, head: versions.length, leftovers };
};

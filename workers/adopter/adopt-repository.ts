import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import type { ArchivalGroupFact } from '../../events/archival-group.js';
import { listObject, foundObjects, type FoundObject } from '../../formats/ocfl/storage-root/found-objects.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { adoptObject } from './adopt-object.js';
import type { AdoptDependencies } from './adopt-dependencies.js';
import { isReason } from './not-adopted.js';
import { openRecorder } from './recorder.js';
import { forEachConcurrently } from '../../flow/concurrently.js';

/** How many objects are inspected concurrently; the list of files of each is in memory. */
const CONCURRENCY = 8;

const UNPUBLISHED = {
  code: 'object-unpublished',
  message: 'The object has no root inventory: no version of it was ever complete.',
} as const;

/** Reports objects without a root inventory, except those that an import job is writing. */
const reportUnnamed = async (dependencies: AdoptDependencies, unnamed: Set<string>): Promise<void> => {
  const { events, report } = dependencies;
  if (unnamed.size === 0) return;
  for await (const { data, revision } of events.readAll<ArchivalGroupFact>({ categories: ['archivalGroup'] })) {
    const { path } = data;
    const { root } = objectPlaceOf(dependencies, path);
    if (revision !== 0n || !unnamed.delete(root)) continue;
    if ((await readLedger(events, path)).job === null) report.notAdopted({ ...UNPUBLISHED, group: path, root });
    else report.known();
  }
  for (const root of unnamed) report.notAdopted({ ...UNPUBLISHED, group: null, root });
};

/** Adopts objects and reports each; those without a root inventory are reported by `end`. */
const adopting = (dependencies: AdoptDependencies) => {
  const { report } = dependencies;
  const unnamed = new Set<string>();
  const recorder = openRecorder(dependencies);
  return {
    take: async (object: FoundObject): Promise<void> => {
      const outcome = await adoptObject(dependencies, object, recorder);
      if (outcome === 'unnamed') unnamed.add(object.root);
      else if (outcome === 'known') report.known();
      else if (isReason(outcome)) report.notAdopted(outcome);
      else report.adopted(outcome);
    },
    end: () => reportUnnamed(dependencies, unnamed),
  };
};

/**
 * Records every version on the store that the log lacks. Memory does not grow with the repository, except for the roots
 * of objects without an inventory. Rejects with the faults of the ports.
 */
export const adoptRepository = async (dependencies: AdoptDependencies): Promise<void> => {
  const { storageRoot, places } = dependencies;
  const { prefix } = places.repository;
  const { take, end } = adopting(dependencies);
  await forEachConcurrently(foundObjects(storageRoot.list(prefix), prefix), { width: CONCURRENCY }, async (found) => {
    if ('object' in found) await take(found.object);
  });
  await end();
};

/** The same for one group; false where the store has no key of it. */
export const adoptGroup = async (dependencies: AdoptDependencies, group: RepositoryPath): Promise<boolean> => {
  const object = await listObject(dependencies.storageRoot, objectPlaceOf(dependencies, group).root);
  if (object.entries.length === 0) return false;
  const { take, end } = adopting(dependencies);
  await take(object);
  await end();
  return true;
};

import { readLedger } from '../../commands/reads/read-ledger.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import type { ArchivalGroupFact } from '../../events/archival-group.js';
import { foundObjects, type FoundObject } from '../../formats/ocfl/storage-root/found-objects.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { adoptObject, listObject } from './adopt-object.js';
import type { AdoptServices } from './adopt-services.js';
import { isReason } from './not-adopted.js';
import { openRecorder } from './recorder.js';
import { forEachConcurrently } from '../../flow/concurrently.js';

/** Objects that are looked at at once; each is held with the list of its files. */
const AT_ONCE = 8;

const UNPUBLISHED = {
  code: 'object-unpublished',
  message: 'The object has no root inventory: no version of it was ever complete.',
} as const;

/** Tells of objects without a root inventory, but for those that an import job is just making. */
const tellOfUnnamed = async (services: AdoptServices, unnamed: Set<string>): Promise<void> => {
  const { events, tell } = services;
  if (unnamed.size === 0) return;
  for await (const { data, revision } of events.readAll<ArchivalGroupFact>({ categories: ['archivalGroup'] })) {
    const { path } = data;
    const { root } = objectPlaceOf(services, path);
    if (revision !== 0n || !unnamed.delete(root)) continue;
    if ((await readLedger(events, path)).job === null) tell.notAdopted({ ...UNPUBLISHED, group: path, root });
    else tell.known();
  }
  for (const root of unnamed) tell.notAdopted({ ...UNPUBLISHED, group: null, root });
};

/** Adopts one object after another, and tells of each; of those that do not say whose they are at the end. */
const adopting = (services: AdoptServices) => {
  const { tell } = services;
  const unnamed = new Set<string>();
  const recorder = openRecorder(services);
  return {
    take: async (object: FoundObject): Promise<void> => {
      const outcome = await adoptObject(services, object, recorder);
      if (outcome === 'unnamed') unnamed.add(object.root);
      else if (outcome === 'known') tell.known();
      else if (isReason(outcome)) tell.notAdopted(outcome);
      else tell.adopted(outcome);
    },
    end: () => tellOfUnnamed(services, unnamed),
  };
};

/**
 * Takes everything that lies on the store and that the log does not know into the log. What is held at once does not
 * grow with the repository, but for the roots of objects without an inventory. Rejects with the faults of the ports.
 */
export const adoptRepository = async (services: AdoptServices): Promise<void> => {
  const { storageRoot, places } = services;
  const { prefix } = places.repository;
  const { take, end } = adopting(services);
  await forEachConcurrently(foundObjects(storageRoot.list(prefix), prefix), { width: AT_ONCE }, async (found) => {
    if ('object' in found) await take(found.object);
  });
  await end();
};

/** The same for one group; false where nothing of it is on the store. */
export const adoptGroup = async (services: AdoptServices, group: RepositoryPath): Promise<boolean> => {
  const object = await listObject(services, objectPlaceOf(services, group).root);
  if (object.entries.length === 0) return false;
  const { take, end } = adopting(services);
  await take(object);
  await end();
  return true;
};

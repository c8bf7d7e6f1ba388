import { isOfEntry } from '../../commands/container/entry-stream.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { ContainerFact, MovedEntryFact } from '../../events/container.js';
import type { Fact, RecordedFact } from '../../events/envelope.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { auditForeign } from './audit-foreign.js';
import { auditGroup, isThere } from './audit-group.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { checkReservation } from './check-entry.js';
import { checkStorageRoot, strayFinding } from './check-storage-root.js';
import { foundObjects, type FoundObject } from '../../formats/ocfl/storage-root/found-objects.js';
import { groupOf, objectIdAt } from '../../formats/ocfl/storage-root/object-id.js';
import { forEachConcurrently } from '../../flow/concurrently.js';

/** How many objects are checked concurrently; the list of files of each is in memory. */
const CONCURRENCY = 4;

const groupAt = async (dependencies: AuditDependencies, { root }: FoundObject): Promise<RepositoryPath | null> => {
  const id = await objectIdAt(dependencies.storageRoot, root);
  const group = id === null ? null : groupOf(id);
  return group !== null && objectPlaceOf(dependencies, group).root === root ? group : null;
};

/**
 * From the store to the ledgers: checks everything on the store; answers the roots of objects whose group is unknown.
 */
const walkStore = async (dependencies: AuditDependencies): Promise<Set<string>> => {
  const { storageRoot, places, report } = dependencies;
  const { prefix } = places.repository;
  const unnamed = new Set<string>();
  report.found(await checkStorageRoot(storageRoot, prefix));
  await forEachConcurrently(foundObjects(storageRoot.list(prefix), prefix), { width: CONCURRENCY }, async (found) => {
    if ('outside' in found) {
      const finding = strayFinding(found.outside, prefix);
      if (finding !== null) report.found([finding]);
      return;
    }
    const group = await groupAt(dependencies, found.object);
    if (group === null) unnamed.add(found.object.root);
    else await auditGroup(dependencies, group, found.object);
  });
  return unnamed;
};

async function* factsOf<F extends Fact>(
  { events }: AuditDependencies,
  category: string,
  isWanted: (fact: RecordedFact<F>) => boolean,
): AsyncGenerator<RecordedFact<F>> {
  for await (const fact of events.readAll<F>({ categories: [category] })) if (isWanted(fact)) yield fact;
}

/** From the ledgers to the store: checks groups without an object, or whose object does not give its group. */
const walkLedgers = async (dependencies: AuditDependencies, unnamed: Set<string>): Promise<void> => {
  const ledgers = factsOf<ArchivalGroupFact>(dependencies, 'archivalGroup', ({ revision }) => revision === 0n);
  await forEachConcurrently(ledgers, { width: CONCURRENCY }, async ({ data: { path } }) => {
    const { versions, job } = await readLedger(dependencies.events, path);
    const isExpected = versions.length > 0 || job?.phase === 'committed';
    if (unnamed.delete(objectPlaceOf(dependencies, path).root) || (isExpected && !(await isThere(dependencies, path))))
      await auditGroup(dependencies, path);
  });
};

const isEntryOfGroup = (fact: RecordedFact<ContainerFact | MovedEntryFact>): boolean =>
  isOfEntry(fact) && (fact.type === 'ChildReserved' || fact.type === 'ChildEntryMoved');

/** From the entries to the ledgers: checks the entries of groups. */
const walkEntries = async (dependencies: AuditDependencies): Promise<void> => {
  const facts = factsOf<ContainerFact | MovedEntryFact>(dependencies, 'container', isEntryOfGroup);
  await forEachConcurrently(facts, { width: CONCURRENCY }, async ({ type, data, revision }) => {
    if (type === 'ChildReserved' || type === 'ChildEntryMoved')
      dependencies.report.found(await checkReservation(dependencies, data, revision));
  });
};

/**
 * Checks the whole repository, from the store to the log and from the log to the store. Memory does not grow with the
 * repository, except for the roots of objects whose group cannot be read. Rejects with the faults of the ports.
 */
export const auditRepository = async (dependencies: AuditDependencies): Promise<void> => {
  const unnamed = await walkStore(dependencies);
  await walkLedgers(dependencies, unnamed);
  for (const root of unnamed) await auditForeign(dependencies, root);
  await walkEntries(dependencies);
};

import { ArchiveFault, type Child, type Place } from '../../../../clients/archive/archive.js';
import { readLedger } from '../../../../commands/archival-group/ledger-stream.js';
import { headOf, type PublishedVersion } from '../../../../commands/archival-group/state.js';
import type { EventStore } from '../../../../events/store.js';
import { ancestorsOf, lastName, parentOf, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { sortByUtf8 } from '../../../../formats/paths/utf8-order.js';
import { moment } from '../../../../gateways/rendering/moment.js';
import { repository, type ResourceDocument } from '../../../../projections/repository/repository.js';

/** The newest version of a group; null where there is no group. */
export const readHead = async (events: EventStore, group: RepositoryPath): Promise<PublishedVersion | null> =>
  headOf(await readLedger(events, group));

/** What is at the paths of the repository; a path that is not in it has, and had, nothing. */
type Resources = ReadonlyMap<RepositoryPath, ResourceDocument>;

/** Reads what the repository view would show from the log, since nothing here keeps the view. */
const readResources = async (events: EventStore): Promise<Resources> => {
  const found = new Map<RepositoryPath, ResourceDocument>();
  for await (const fact of events.readAll<Parameters<typeof repository.touches>[0]>({
    categories: repository.categories,
  }))
    for (const { key, apply } of repository.touches(fact)) {
      const doc = apply(found.get(key) ?? null);
      if (doc === null) found.delete(key);
      else found.set(key, doc);
    }
  return found;
};

const isContainer = (resources: Resources, path: RepositoryPath): boolean => {
  const found = resources.get(path);
  return path === '' || (found?.kind === 'container' && found.shown);
};

/** What is in a container, by name in the order of UTF-8 bytes. */
const childrenIn = (resources: Resources, container: RepositoryPath): readonly ResourceDocument[] =>
  sortByUtf8(
    [...resources.values()].filter(({ parent, shown }) => shown && parent === container),
    ({ path }) => lastName(path),
  );

/** What is in a container, by name in the order of UTF-8 bytes. Rejects with ArchiveFault where there is none. */
export async function* readChildren(events: EventStore, container: RepositoryPath): AsyncGenerator<Child> {
  const resources = await readResources(events);
  if (!isContainer(resources, container)) throw new ArchiveFault('not-found', `There is no container ${container}.`);
  for (const { kind, path, displayName } of childrenIn(resources, container)) {
    if (kind === 'container') yield { kind, path, name: displayName, head: null, modified: null };
    else {
      const head = await readHead(events, path);
      if (head !== null)
        yield { kind: 'group', path, name: head.name, head: head.version, modified: moment(head.created) };
    }
  }
}

/** Names that are given where there is nothing at a path. */
const MOST_NAMES = 1_000;

/** The deepest container above a path that exists, and what is in it. */
const nothingAt = (resources: Resources, path: RepositoryPath): Place => {
  let nearest = parentOf(path) ?? '';
  while (!isContainer(resources, nearest)) nearest = parentOf(nearest) ?? '';
  const names = childrenIn(resources, nearest).map((child) => lastName(child.path));
  return { kind: 'none', nearest, names: names.slice(0, MOST_NAMES) };
};

/** What is at a path, or at the shortest beginning of it that is an archival group. */
export const readPlace = async (events: EventStore, path: RepositoryPath): Promise<Place> => {
  for (const at of path === '' ? [] : [...ancestorsOf(path), path]) {
    const head = await readHead(events, at);
    if (head === null) continue;
    return { kind: 'group', path: at, name: head.name, head: head.version, below: path.slice(at.length + 1) };
  }
  const resources = await readResources(events);
  return isContainer(resources, path) ? { kind: 'container', path } : nothingAt(resources, path);
};

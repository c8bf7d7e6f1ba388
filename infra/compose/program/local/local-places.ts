import { ArchiveFault, type Child, type Place } from '../../../../clients/archive/archive.js';
import { readLedger } from '../../../../commands/archival-group/ledger-stream.js';
import { headOf, type PublishedVersion } from '../../../../commands/archival-group/state.js';
import { readContainer } from '../../../../commands/container/container-stream.js';
import { childPath, type Entry } from '../../../../commands/container/state.js';
import { kindAt } from '../../../../commands/reads/kind-at.js';
import type { EventStore } from '../../../../events/store.js';
import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { sortByUtf8 } from '../../../../formats/paths/utf8-order.js';
import { moment } from '../../../../gateways/rendering/moment.js';

/** The newest version of a group; null where there is no group. */
export const readHead = async (events: EventStore, group: RepositoryPath): Promise<PublishedVersion | null> =>
  headOf(await readLedger(events, group));

const isShown = ({ kind, confirmed, tombstone }: Entry): boolean => !tombstone && (kind === 'container' || confirmed);

/** What is in a container, by name in the order of UTF-8 bytes. Rejects with ArchiveFault where there is none. */
export async function* readChildren(events: EventStore, container: RepositoryPath): AsyncGenerator<Child> {
  const { kind } = await kindAt(events, container);
  if (kind !== 'container' && kind !== 'root')
    throw new ArchiveFault('not-found', `There is no container ${container}.`);
  const { entries } = await readContainer(events, container);
  const shown = entries.flatMap((slot) => [...slot.values()].filter(isShown));
  for (const { name, kind, displayName } of sortByUtf8(shown, (each) => each.name)) {
    const path = childPath(container, name);
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

const parentOf = (path: RepositoryPath): RepositoryPath => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The deepest container above a path that exists, and what is in it. */
const nothingAt = async (events: EventStore, path: RepositoryPath): Promise<Place> => {
  for (let nearest = parentOf(path); ; nearest = parentOf(nearest)) {
    const { kind } = await kindAt(events, nearest);
    if (kind !== 'container' && kind !== 'root') continue;
    const { entries } = await readContainer(events, nearest);
    const names = entries.flatMap((slot) => [...slot.values()].filter(isShown).map(({ name }) => name));
    return { kind: 'none', nearest, names: sortByUtf8(names, (name) => name).slice(0, MOST_NAMES) };
  }
};

/** What is at a path, or at the shortest beginning of it that is an archival group. */
export const readPlace = async (events: EventStore, path: RepositoryPath): Promise<Place> => {
  const found = await kindAt(events, path);
  if (found.kind === 'root' || found.kind === 'container') return { kind: 'container', path };
  if (found.kind !== 'archivalGroup' && found.kind !== 'inside') return nothingAt(events, path);
  const group = found.kind === 'inside' ? found.group : path;
  const head = await readHead(events, group);
  if (head === null) return nothingAt(events, group);
  const below = path.slice(group.length + 1);
  return { kind: 'group', path: group, name: head.name, head: head.version, below };
};

import type { EventStore } from '../../events/store.js';
import { escapePath, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { container, TYPE_NAMES, type Container } from '../container/decider.js';
import { entryOf, type Entry } from '../container/entries.js';
import { refuse, type Refusal } from '../core/decider.js';
import { fold } from '../core/fold.js';
import { containerStream } from '../core/stream-names.js';

/**
 * What stands at a path. An archival group that an import is about to create has an entry that is not `confirmed`.
 * `free` means that it could be created there; `orphaned` that a container on the way is missing, the highest one named;
 * `inside` that the path leads into an archival group, which alone knows what is there.
 */
export type Place =
  | { readonly kind: 'root' }
  | { readonly kind: 'container' | 'archivalGroup'; readonly entry: Entry }
  | { readonly kind: 'free' }
  | { readonly kind: 'orphaned'; readonly missing: RepositoryPath }
  | { readonly kind: 'inside'; readonly group: RepositoryPath };

export const openContainer = async (events: EventStore, path: RepositoryPath): Promise<Container> =>
  (await fold(events, container, containerStream(path))).state;

/** Walks down from the root, which always is a container. */
export const kindAt = async (events: EventStore, path: RepositoryPath): Promise<Place> => {
  let place: Place = { kind: 'root' };
  let at = '';
  for (const name of path === '' ? [] : path.split('/')) {
    const child: RepositoryPath = at === '' ? name : `${at}/${name}`;
    const entry = entryOf((await openContainer(events, at)).entries, name);
    if (entry === null) return child === path ? { kind: 'free' } : { kind: 'orphaned', missing: child };
    if (entry.kind === 'archivalGroup' && child !== path) return { kind: 'inside', group: child };
    place = { kind: entry.kind, entry };
    at = child;
  }
  return place;
};

/** Why nothing can be created at the path, as far as its ancestors go (companion 3.1). */
export const ancestorRefusal = (place: Place, path: RepositoryPath): Refusal | null => {
  const rule = `Ancestors of '${path}' must all be Containers,`;
  if (place.kind === 'orphaned') {
    const refusal = refuse('ancestor-missing', `${rule} '${place.missing}' does not exist.`);
    return { ...refusal, advice: `Create it first: PUT /repository/${escapePath(place.missing)}.` };
  }
  if (place.kind !== 'inside') return null;
  return refuse('ancestor-not-container', `${rule} '${place.group}' is a ${TYPE_NAMES.archivalGroup}.`);
};

/** Why no archival group can be, or come to be, at the path because of what stands there (companion 13.2). */
export const groupPathRefusal = (place: Place, path: RepositoryPath): Refusal | null =>
  place.kind === 'container' || place.kind === 'root'
    ? refuse('not-an-archival-group', `The resource at ${path} is a ${TYPE_NAMES.container}, not an ArchivalGroup`)
    : null;

/** Why no archival group can be created at the path as the containers stand; null when one can, or stands there. */
export const groupAncestorRefusal = async (
  { events }: { readonly events: EventStore },
  group: RepositoryPath,
): Promise<Refusal | null> => ancestorRefusal(await kindAt(events, group), group);

import type { EventStore } from '../../events/store.js';
import { escapePath, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { container, TYPE_NAMES, type Container } from '../container/decider.js';
import { entryOf, type Entry } from '../container/entries.js';
import { refuse, type Refusal } from '../core/decider.js';
import { fold } from '../core/fold.js';
import { containerStream } from '../core/stream-names.js';

/**
 * What is at a path. An archival group that an import is about to create has an entry that is not `confirmed`. `free`:
 * something can be created there; `orphaned`: a container above it is missing, `missing` is the highest; `inside`: the
 * path is in an archival group, whose inventory must be read.
 */
export type Place =
  | { readonly kind: 'root' }
  | { readonly kind: 'container' | 'archivalGroup'; readonly entry: Entry }
  | { readonly kind: 'free' }
  | { readonly kind: 'orphaned'; readonly missing: RepositoryPath }
  | { readonly kind: 'inside'; readonly group: RepositoryPath };

export const openContainer = async (events: EventStore, path: RepositoryPath): Promise<Container> =>
  (await fold(events, container, containerStream(path))).state;

/** Reads the containers from the root down; the root always exists. */
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

/** Why nothing can be created at the path because of its ancestors (companion 3.1). */
export const ancestorRefusal = (place: Place, path: RepositoryPath): Refusal | null => {
  const rule = `Ancestors of '${path}' must all be Containers,`;
  if (place.kind === 'orphaned') {
    const refusal = refuse('ancestor-missing', `${rule} '${place.missing}' does not exist.`);
    return { ...refusal, advice: `Create it first: PUT /repository/${escapePath(place.missing)}.` };
  }
  if (place.kind !== 'inside') return null;
  return refuse('ancestor-not-container', `${rule} '${place.group}' is a ${TYPE_NAMES.archivalGroup}.`);
};

/** Why no archival group can be at the path because of what is there (companion 13.2). */
export const groupPathRefusal = (place: Place, path: RepositoryPath): Refusal | null =>
  place.kind === 'container' || place.kind === 'root'
    ? refuse('not-an-archival-group', `The resource at ${path} is a ${TYPE_NAMES.container}, not an ArchivalGroup`)
    : null;

/** Why no archival group can be created at the path because of its ancestors; null when one can, or exists. */
export const groupAncestorRefusal = async (
  { events }: { readonly events: EventStore },
  group: RepositoryPath,
): Promise<Refusal | null> => ancestorRefusal(await kindAt(events, group), group);

import type { EventStore } from '../../events/store.js';
import { escapePath, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { belowTombstone } from '../container/deletion.js';
import { entryOf, type Entry, isDeleted, TYPE_NAMES, type Container } from '../container/state.js';
import { refuse, type Refusal } from '../core/decider.js';
import { readContainer } from '../container/container-stream.js';

/**
 * What is at a path. An archival group that an import is about to create has an entry that is not `confirmed`. `free`:
 * something can be created there; `orphaned`: a container above it is missing, `missing` is the highest; `inside`: the
 * path is in an archival group, whose inventory must be read; `tombstone`: a container was deleted there;
 * `belowTombstone`: one was deleted above it, `tombstone` is the highest, and `entry` the path's own tombstone.
 */
export type Place =
  | { readonly kind: 'root' }
  | { readonly kind: 'container' | 'archivalGroup' | 'tombstone'; readonly entry: Entry }
  | { readonly kind: 'free' }
  | { readonly kind: 'orphaned'; readonly missing: RepositoryPath }
  | { readonly kind: 'inside'; readonly group: RepositoryPath }
  | { readonly kind: 'belowTombstone'; readonly tombstone: RepositoryPath; readonly entry: Entry | null };

/**
 * The child of an entry. A deletion that is decided counts, though the parent may not have recorded it yet: the child is
 * a tombstone then, or null where it is purged.
 */
const childOf = async (
  events: EventStore,
  entry: Entry | null,
  path: RepositoryPath,
): Promise<{ readonly entry: Entry; readonly state: Container } | null> => {
  if (entry?.kind !== 'container') return null;
  const state = await readContainer(events, path);
  if (entry.tombstone || !isDeleted(state, entry.reservedAt)) return { entry, state };
  return state.deleted?.purge === true ? null : { entry: { ...entry, tombstone: true }, state };
};

/** Reads the containers from the root down; the root always exists. */
export const kindAt = async (events: EventStore, path: RepositoryPath): Promise<Place> => {
  let place: Place = { kind: 'root' };
  let tombstone: RepositoryPath | null = null;
  let at = '';
  let { entries } = await readContainer(events, '');
  for (const name of path === '' ? [] : path.split('/')) {
    at = at === '' ? name : `${at}/${name}`;
    const entry = entryOf(entries, name);
    if (entry?.kind === 'archivalGroup')
      return at === path ? { kind: 'archivalGroup', entry } : { kind: 'inside', group: at };
    const child = await childOf(events, entry, at);
    if (child === null) return nothingAt(path, at, tombstone);
    if (tombstone !== null) place = { kind: 'belowTombstone', tombstone, entry: child.entry };
    else place = { kind: child.entry.tombstone ? 'tombstone' : 'container', entry: child.entry };
    if (child.entry.tombstone) tombstone ??= at;
    ({ entries } = child.state);
  }
  return place;
};

const nothingAt = (path: RepositoryPath, missing: RepositoryPath, tombstone: RepositoryPath | null): Place => {
  if (tombstone !== null) return { kind: 'belowTombstone', tombstone, entry: null };
  return missing === path ? { kind: 'free' } : { kind: 'orphaned', missing };
};

/** Why nothing can be created at the path because of its ancestors (companion 3.1). */
export const ancestorRefusal = (place: Place, path: RepositoryPath): Refusal | null => {
  const rule = `Ancestors of '${path}' must all be Containers,`;
  if (place.kind === 'belowTombstone') return belowTombstone(path, place.tombstone);
  if (place.kind === 'orphaned') {
    const refusal = refuse('ancestor-missing', `${rule} '${place.missing}' does not exist.`);
    return { ...refusal, advice: `Create it first: PUT /repository/${escapePath(place.missing)}.` };
  }
  if (place.kind !== 'inside') return null;
  return refuse('ancestor-not-container', `${rule} '${place.group}' is a ${TYPE_NAMES.archivalGroup}.`);
};

/** What is said of a path whose resource was deleted (companion 3.1 and 13.2). */
export const goneText = (path: RepositoryPath): string => `The resource at ${path} has been replaced by a Tombstone`;

/** Why no archival group can be at a path, since what was there was deleted (companion 13.2). */
export const goneRefusal = (path: RepositoryPath): Refusal =>
  refuse('replaced-by-tombstone', `Cannot examine Archival Group: ${goneText(path)}`);

/** Why no archival group can be at the path because of what is, or was, there (companion 13.2). */
export const groupPathRefusal = (place: Place, path: RepositoryPath): Refusal | null => {
  if (place.kind === 'tombstone') return goneRefusal(path);
  return place.kind === 'container' || place.kind === 'root'
    ? refuse('not-an-archival-group', `The resource at ${path} is a ${TYPE_NAMES.container}, not an ArchivalGroup`)
    : null;
};

/** Why no archival group can be created at the path because of its ancestors; null when one can, or exists. */
export const groupAncestorRefusal = async (
  { events }: { readonly events: EventStore },
  group: RepositoryPath,
): Promise<Refusal | null> => ancestorRefusal(await kindAt(events, group), group);

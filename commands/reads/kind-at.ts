import type { EventStore } from '../../events/store.js';
import {
  ancestorsOf,
  escapePath,
  lastName,
  parentOf,
  type RepositoryPath,
} from '../../formats/paths/repository-path.js';
import { belowTombstone } from '../container/deletion.js';
import { earlierDeletion } from '../container/earlier-container.js';
import { readEntry } from '../container/entry-stream.js';
import { firstUnmoved, readUnmoved } from '../container/move-entries.js';
import { ROOT_RESERVATION, type Entry, TYPE_NAMES } from '../container/state.js';
import { refuse, type Refusal } from '../core/decider.js';

/**
 * What is at a path. An archival group that an import is about to create has an entry that is not `confirmed`, and so has
 * a container whose creation has begun. `free`: something can be created there; `orphaned`: a container above it is
 * missing, `missing` is the highest; `inside`: the path is in an archival group, whose inventory must be read;
 * `tombstone`: a container was deleted there; `belowTombstone`: one was deleted above it, `tombstone` is the highest,
 * and `entry` the path's own tombstone.
 */
export type Place =
  | { readonly kind: 'root' }
  | { readonly kind: 'container' | 'archivalGroup' | 'tombstone'; readonly entry: Entry }
  | { readonly kind: 'free' }
  | { readonly kind: 'orphaned'; readonly missing: RepositoryPath }
  | { readonly kind: 'inside'; readonly group: RepositoryPath }
  | { readonly kind: 'belowTombstone'; readonly tombstone: RepositoryPath; readonly entry: Entry | null };

/** A child of a container with this reservation, by its stream of an earlier version. */
const unmovedEntry = async (events: EventStore, path: RepositoryPath, within: number): Promise<Entry | null> => {
  const name = lastName(path);
  const entry = (await readUnmoved(events, parentOf(path) ?? '', within)).find((each) => each.name === name);
  if (entry === undefined) return null;
  const isLiving = entry.kind === 'container' && !entry.tombstone;
  const deleted = isLiving ? await earlierDeletion(events, path, entry.reservation) : null;
  if (deleted?.purge === true) return null;
  return { ...entry, within, tombstone: entry.tombstone || deleted !== null };
};

/** What is at a path in a container with this reservation; null where there is nothing, or only from before it. */
const entryIn = async (events: EventStore, path: RepositoryPath, within: number): Promise<Entry | null> => {
  if ((await firstUnmoved(events, parentOf(path) ?? '')) !== null) return unmovedEntry(events, path, within);
  const { entry } = await readEntry(events, path);
  return entry?.within === within ? entry : null;
};

/** Reads the entries from the root down; the root always exists. */
export const kindAt = async (events: EventStore, path: RepositoryPath): Promise<Place> => {
  let place: Place = { kind: 'root' };
  let tombstone: RepositoryPath | null = null;
  let within = ROOT_RESERVATION;
  for (const at of path === '' ? [] : [...ancestorsOf(path), path]) {
    const entry = await entryIn(events, at, within);
    // What was reserved when the container was deleted does not stand; its tombstones remain.
    if (entry === null || (tombstone !== null && !entry.tombstone)) return nothingAt(path, at, tombstone);
    if (entry.kind === 'archivalGroup')
      return at === path ? { kind: 'archivalGroup', entry } : { kind: 'inside', group: at };
    if (tombstone !== null) place = { kind: 'belowTombstone', tombstone, entry };
    else place = { kind: entry.tombstone ? 'tombstone' : 'container', entry };
    if (entry.tombstone) tombstone ??= at;
    within = entry.reservation;
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

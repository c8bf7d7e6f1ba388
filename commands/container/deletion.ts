import type { ContainerFact } from '../../events/container.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { refuse, type Decision, type Refusal } from '../core/decider.js';
import type { CreateContainer, DeleteContainer, PurgeTombstone, RemoveChild, ReserveChild } from './commands.js';
import { entryOf, someLivingEntry, type Entry, childPath, isDeleted, type Container } from './state.js';

type ContainerDecision = Decision<ContainerFact>;

/** Why nothing can be created at a path: the container above it was deleted, and its tombstone remains. */
export const belowTombstone = (path: RepositoryPath, tombstone: RepositoryPath): Refusal => ({
  ...refuse('ancestor-not-container', `Ancestors of '${path}' must all be Containers, '${tombstone}' is a Tombstone.`),
  advice: 'Purge the tombstone (DELETE with purge=true), and create the container again.',
});

/** Why a container cannot be deleted, wherever it is. */
export const notDeletable = (advice: string): Refusal => ({
  ...refuse('container-not-deletable', 'This is not a deletable container'),
  advice,
});

/** Why a name is not free: the container that had it was deleted, and its tombstone remains. */
export const tombstoneExists = (path: RepositoryPath): Refusal => ({
  ...refuse('replaced-by-tombstone', `Tombstone exists at ${path}`),
  advice: 'Purge the tombstone (DELETE with purge=true), or choose another path.',
});

const inTheWay = (path: RepositoryPath, { name, confirmed, jobId }: Entry): string => {
  const child = childPath(path, name);
  if (confirmed) return `It is not empty: delete first what is in it, '${child}' for example.`;
  const creator = jobId === null ? 'An adoption' : `Import job ${jobId}`;
  return `It is not empty: ${creator} is about to create the archival group '${child}'.`;
};

export const create = (
  { path, reservation, displayName, by, at }: CreateContainer,
  state: Container,
): ContainerDecision =>
  state.created !== null || isDeleted(state, reservation)
    ? []
    : [{ type: 'ContainerCreated', data: { path, displayName, by, at } }];

/** Nothing where this container was deleted before; `created` is not null otherwise. */
export const remove = ({ path, reservation, purge, by, at }: DeleteContainer, state: Container): ContainerDecision => {
  if (state.created === null || isDeleted(state, reservation)) return [];
  const living = someLivingEntry(state.entries);
  if (living !== null) return notDeletable(inTheWay(path, living));
  return [{ type: 'ContainerDeleted', data: { path, reservation, purge, by, at } }];
};

/** Why a deleted container takes no child; null where it is there, or is only about to be created. */
export const deletedRefusal = ({ path, name }: ReserveChild, { created, deleted }: Container): Refusal | null => {
  if (created !== null || deleted === null) return null;
  const child = childPath(path, name);
  if (!deleted.purge) return belowTombstone(child, path);
  return refuse('ancestor-missing', `Ancestors of '${child}' must all be Containers, '${path}' does not exist.`);
};

/** Changes nothing where the name has another container by now, or has become a tombstone. */
export const removeChild = (
  { path, name, reservation, purge, by, at }: RemoveChild,
  state: Container,
): ContainerDecision => {
  const entry = entryOf(state.entries, name);
  if (entry === null || entry.kind !== 'container' || entry.tombstone) return [];
  if (Number(entry.reservedAt) !== reservation) return [];
  return [{ type: purge ? 'ChildPurged' : 'ChildTombstoned', data: { path, name, by, at } }];
};

/** Changes nothing where there is no such tombstone any more, nor where it has ended with the container around it. */
export const purgeTombstone = (
  { path, name, reservation, by, at }: PurgeTombstone,
  state: Container,
): ContainerDecision => {
  if (state.created === null && state.deleted?.purge === true) return [];
  const entry = entryOf(state.entries, name);
  if (entry === null || !entry.tombstone || Number(entry.reservedAt) !== reservation) return [];
  return [{ type: 'ChildPurged', data: { path, name, by, at } }];
};

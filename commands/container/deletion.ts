import { lastName, parentOf, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { refuse, type Decision, type Refusal } from '../core/decider.js';
import type { CloseContainer, DeleteContainer, MoveDeletion, PurgeTombstone, ReopenContainer } from './commands.js';
import type { EntryFact } from './evolve.js';
import { containerIn, type Entry, type PathState } from './state.js';

type EntryDecision = Decision<EntryFact>;

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

/** Why a container with this child is not deleted. */
export const inTheWay = (child: RepositoryPath, { kind, confirmed, jobId }: Entry): Refusal => {
  if (confirmed || kind === 'container')
    return notDeletable(`It is not empty: delete first what is in it, '${child}' for example.`);
  const creator = jobId === null ? 'An adoption' : `Import job ${jobId}`;
  return notDeletable(`It is not empty: ${creator} is about to create the archival group '${child}'.`);
};

/** The child that a fact about its entry names: its container, and its name in it. */
export const childAt = (path: RepositoryPath): { readonly path: RepositoryPath; readonly name: string } => ({
  path: parentOf(path) ?? '',
  name: lastName(path),
});

/** Nothing where a deletion is under way, or another container is there. */
export const close = (command: CloseContainer, state: PathState): EntryDecision => {
  const { path, reservation, purge, request, by, at } = command;
  if (containerIn(path, state) !== reservation || state.closing !== null) return [];
  return [{ type: 'ContainerClosed', data: { path, purge, request, by, at } }];
};

const isUnderWay = ({ closing }: PathState, revision: number): boolean => closing?.revision === BigInt(revision);

export const reopen = ({ path, closing, by, at }: ReopenContainer, state: PathState): EntryDecision =>
  isUnderWay(state, closing) ? [{ type: 'ContainerReopened', data: { path, by, at } }] : [];

interface Deletion {
  readonly path: RepositoryPath;
  readonly purge: boolean;
  readonly by: string;
  readonly at: string;
}

const removed = ({ path, purge, by, at }: Deletion): EntryFact => ({
  type: purge ? 'ChildPurged' : 'ChildTombstoned',
  data: { ...childAt(path), by, at },
});

/** Nothing where the deletion has ended before. */
export const remove = ({ path, closing, by, at }: DeleteContainer, state: PathState): EntryDecision => {
  if (!isUnderWay(state, closing) || state.closing === null || state.entry === null) return [];
  const { purge } = state.closing;
  const { reservation } = state.entry;
  const data = { path, reservation, purge, by, at };
  return [{ type: 'ContainerDeleted', data }, removed(data)];
};

/** Changes nothing where there is no such tombstone any more. */
export const purgeTombstone = ({ path, reservation, by, at }: PurgeTombstone, { entry }: PathState): EntryDecision =>
  entry?.tombstone === true && entry.reservation === reservation
    ? [{ type: 'ChildPurged', data: { ...childAt(path), by, at } }]
    : [];

/** The container's own stream of an earlier version has the `ContainerDeleted`. */
export const moveDeletion = (command: MoveDeletion, state: PathState): EntryDecision =>
  state.unmoved !== null && containerIn(command.path, state) === command.reservation ? [removed(command)] : [];

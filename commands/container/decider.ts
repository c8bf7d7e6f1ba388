import { refuse, type Decider, type Decision } from '../core/decider.js';
import type {
  ConfirmChild,
  CreateContainer,
  EndMoving,
  EntryCommand,
  GiveUpReservation,
  ReleaseChild,
  ReserveChild,
} from './commands.js';
import { childAt, close, moveDeletion, purgeTombstone, remove, reopen, tombstoneExists } from './deletion.js';
import { evolve, type EntryFact } from './evolve.js';
import { nothingAtPath, TYPE_NAMES, type Entry, type PathState } from './state.js';

type EntryDecision = Decision<EntryFact>;

/** Whether the path is taken for this very child: by its job, or by an earlier adoption, or the group exists. */
const isSameChild = ({ kind, jobId }: ReserveChild, taken: Entry): boolean => {
  if (taken.jobId !== null && taken.jobId === jobId) return true;
  const isAdopted = kind === 'archivalGroup' && jobId === null;
  return isAdopted && taken.kind === 'archivalGroup' && (taken.confirmed || taken.jobId === null);
};

/** Nothing where the parent that the command names is not the newest that an entry was made in: it has gone since. */
const reserve = (command: ReserveChild, { entry: taken, releasedJobs }: PathState): EntryDecision => {
  const { type: _, path, ...child } = command;
  if (child.jobId !== null && releasedJobs.has(child.jobId)) {
    return refuse('import-not-live', `Import job ${child.jobId} is not under way.`);
  }
  if (taken === null || taken.within < child.within)
    return [{ type: 'ChildReserved', data: { ...childAt(path), ...child } }];
  if (taken.within > child.within) return [];
  if (taken.tombstone) return tombstoneExists(path);
  if (isSameChild(command, taken)) return [];
  return refuse('resource-exists', `Resource already exists at ${path} (${TYPE_NAMES[taken.kind]})`, {
    what: TYPE_NAMES[taken.kind],
    by: taken.by,
    since: taken.since,
  });
};

const create = ({ path, reservation, by, at }: CreateContainer, { entry }: PathState): EntryDecision => {
  if (entry?.reservation !== reservation || entry.kind !== 'container' || entry.confirmed) return [];
  return [{ type: 'ContainerCreated', data: { path, displayName: entry.displayName, by, at } }];
};

const giveUp = ({ path, reservation, at }: GiveUpReservation, { entry }: PathState): EntryDecision => {
  if (entry?.reservation !== reservation || entry.confirmed) return [];
  return [{ type: 'ChildReservationReleased', data: { ...childAt(path), jobId: entry.jobId, at } }];
};

const confirm = ({ path, jobId, at }: ConfirmChild, { entry }: PathState): EntryDecision => {
  if (entry?.kind !== 'archivalGroup' || entry.jobId !== jobId || entry.confirmed) return [];
  return [{ type: 'ChildConfirmed', data: { ...childAt(path), jobId, at } }];
};

const release = ({ path, jobId, at }: ReleaseChild, { entry, releasedJobs }: PathState): EntryDecision => {
  if (releasedJobs.has(jobId) || (entry?.jobId === jobId && entry.confirmed)) return [];
  return [{ type: 'ChildReservationReleased', data: { ...childAt(path), jobId, at } }];
};

const endMoving = ({ path, entries, at }: EndMoving, state: PathState): EntryDecision =>
  state.unmoved !== null || (path === '' && state.length === 0n)
    ? [{ type: 'ContainerEntriesMoved', data: { path, entries, at } }]
    : [];

/** The entry of a path: one append proves that the path is free, and one that a container has not changed meanwhile. */
export const entryDecider: Decider<PathState, EntryCommand, EntryFact> = {
  initial: nothingAtPath,
  decide(command, state) {
    switch (command.type) {
      case 'ReserveChild':
        return reserve(command, state);
      case 'CreateContainer':
        return create(command, state);
      case 'GiveUpReservation':
        return giveUp(command, state);
      case 'ConfirmChild':
        return confirm(command, state);
      case 'ReleaseChild':
        return release(command, state);
      case 'CloseContainer':
        return close(command, state);
      case 'ReopenContainer':
        return reopen(command, state);
      case 'DeleteContainer':
        return remove(command, state);
      case 'PurgeTombstone':
        return purgeTombstone(command, state);
      case 'MoveDeletion':
        return moveDeletion(command, state);
      case 'EndMoving':
        return endMoving(command, state);
    }
  },
  evolve,
};

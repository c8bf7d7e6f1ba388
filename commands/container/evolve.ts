import type { ContainerFact, MovedEntryFact } from '../../events/container.js';
import type { Entry, PathState } from './state.js';

export type EntryFact = ContainerFact | MovedEntryFact;
type Of<Type extends EntryFact['type']> = Extract<EntryFact, { type: Type }>;

const reserved = ({ data }: Of<'ChildReserved'>, revision: bigint): Entry => {
  const { name, kind, displayName, jobId, within = 0, by, at } = data;
  const taken = { name, kind, displayName, jobId, within, by, since: at };
  return { ...taken, confirmed: false, tombstone: false, reservation: Number(revision) };
};

const moved = ({ data }: Of<'ChildEntryMoved'>, revision: bigint): Entry => {
  const { path: _, at, ...entry } = data;
  return { ...entry, reservation: Number(revision), since: at };
};

const changed = (state: PathState, change: Partial<Entry>): PathState =>
  state.entry === null ? state : { ...state, entry: { ...state.entry, ...change } };

const released = (state: PathState, { data: { jobId } }: Of<'ChildReservationReleased'>): PathState => ({
  ...state,
  releasedJobs: jobId === null ? state.releasedJobs : new Set(state.releasedJobs).add(jobId),
  entry: state.entry?.jobId === jobId && !state.entry.confirmed ? null : state.entry,
});

const change = (state: PathState, fact: EntryFact): PathState => {
  const { length } = state;
  switch (fact.type) {
    case 'ChildReserved':
      return { ...state, entry: reserved(fact, length), closing: null, unmoved: null };
    case 'ChildEntryMoved':
      return { ...state, entry: moved(fact, length), unmoved: fact.data.kind === 'container' ? fact.data.reservation : null };
    case 'ContainerCreated':
    case 'ChildConfirmed':
      return changed(state, { confirmed: true });
    case 'ChildReservationReleased':
      return released(state, fact);
    case 'ContainerClosed':
      return { ...state, closing: { revision: length, purge: fact.data.purge } };
    case 'ContainerReopened':
      return { ...state, closing: null };
    case 'ContainerDeleted':
      return { ...state, closing: null };
    case 'ChildTombstoned':
      return changed(state, { tombstone: true });
    case 'ChildPurged':
      return { ...state, entry: null, unmoved: null };
    case 'ContainerEntriesMoved':
      return { ...state, unmoved: null };
    case 'ContainerEntriesMoving':
      return state;
  }
};

/** The state after one more fact. */
export const evolve = (state: PathState, fact: EntryFact): PathState => ({
  ...change(state, fact),
  length: state.length + 1n,
});

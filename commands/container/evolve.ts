import type { ContainerFact, MovedEntryFact } from '../../events/container.js';
import { parentReservation, type Entry, type PathState } from './state.js';

export type EntryFact = ContainerFact | MovedEntryFact;
type Of<Type extends EntryFact['type']> = Extract<EntryFact, { type: Type }>;

const reserved = ({ data }: Of<'ChildReserved'>, revision: bigint): Entry => {
  const { name, kind, displayName, jobId, by, at } = data;
  const taken = { name, kind, displayName, jobId, within: parentReservation(data), by, since: at };
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
  releasedJobs: jobId === null ? state.releasedJobs : state.releasedJobs.appended(jobId),
  entry: state.entry?.jobId === jobId && !state.entry.confirmed ? null : state.entry,
});

type Change<Type extends EntryFact['type']> = (state: PathState, fact: Of<Type>) => PathState;

const confirmed = (state: PathState): PathState => changed(state, { confirmed: true });
const opened = (state: PathState): PathState => ({ ...state, closing: null });

const CHANGES: { readonly [Type in EntryFact['type']]: Change<Type> } = {
  ChildReserved: (state, fact) => ({ ...state, entry: reserved(fact, state.length), closing: null, unmoved: null }),
  ChildEntryMoved: (state, fact) => {
    const { kind, reservation } = fact.data;
    return { ...state, entry: moved(fact, state.length), unmoved: kind === 'container' ? reservation : null };
  },
  ContainerCreated: confirmed,
  ChildConfirmed: confirmed,
  ChildReservationReleased: released,
  ContainerClosed: (state, { data: { purge } }) => ({ ...state, closing: { revision: state.length, purge } }),
  ContainerReopened: opened,
  ContainerDeleted: opened, // what becomes of the path is the next fact of the same append
  ChildTombstoned: (state) => changed(state, { tombstone: true }),
  ChildPurged: (state) => ({ ...state, entry: null, unmoved: null }),
  ContainerEntriesMoved: (state) => ({ ...state, unmoved: null }),
  ContainerEntriesMoving: (state) => state,
};

/** The state after one more fact. */
export const evolve = (state: PathState, fact: EntryFact): PathState => ({
  ...(CHANGES[fact.type] as Change<EntryFact['type']>)(state, fact),
  length: state.length + 1n,
});

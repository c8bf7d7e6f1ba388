import type { ContainerFact } from '../../events/container.js';
import { entryOf, noEntries, withEntry, withoutEntry, type Entries, type Entry, type Container } from './state.js';

type Of<Type extends ContainerFact['type']> = Extract<ContainerFact, { type: Type }>;

const reserved = ({ data }: Of<'ChildReserved'>, reservedAt: bigint): Entry => {
  const { name, kind, displayName, jobId, by, at } = data;
  const confirmed = kind === 'container';
  return { name, kind, displayName, jobId, confirmed, tombstone: false, reservedAt, by, since: at };
};

const changed = (entries: Entries, name: string, change: Partial<Entry>): Entries => {
  const entry = entryOf(entries, name);
  return entry === null ? entries : withEntry(entries, { ...entry, ...change });
};

const released = (state: Container, { data: { name, jobId } }: Of<'ChildReservationReleased'>): Container => ({
  ...state,
  releasedJobs: new Set(state.releasedJobs).add(jobId),
  entries: entryOf(state.entries, name)?.jobId === jobId ? withoutEntry(state.entries, name) : state.entries,
});

const change = (state: Container, fact: ContainerFact): Container => {
  const { entries } = state;
  switch (fact.type) {
    case 'ContainerCreated': {
      const { displayName, by, at } = fact.data;
      // A container that is created again has nothing of the deleted one, whose tombstones were purged with it.
      return { ...state, created: { displayName, by, at }, entries: state.deleted === null ? entries : noEntries };
    }
    case 'ContainerDeleted': {
      const { reservation, purge } = fact.data;
      return { ...state, created: null, deleted: { reservation, purge, revision: state.length } };
    }
    case 'ChildReserved':
      return { ...state, entries: withEntry(entries, reserved(fact, state.length)) };
    case 'ChildConfirmed':
      return { ...state, entries: changed(entries, fact.data.name, { confirmed: true }) };
    case 'ChildReservationReleased':
      return released(state, fact);
    case 'ChildTombstoned':
      return { ...state, entries: changed(entries, fact.data.name, { tombstone: true }) };
    case 'ChildPurged':
      return { ...state, entries: withoutEntry(entries, fact.data.name) };
  }
};

/** The state after one more fact. */
export const evolve = (state: Container, fact: ContainerFact): Container => ({
  ...change(state, fact),
  length: state.length + 1n,
});

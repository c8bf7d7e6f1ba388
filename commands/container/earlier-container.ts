import type { ContainerFact, MovedEntryFact } from '../../events/container.js';
import type { EventStore } from '../../events/store.js';
import { pathId } from '../../formats/paths/path-id.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { Entry } from './state.js';

/** A child in the stream of an earlier version; `reservation` is the revision of its `ChildReserved` there. */
export type EarlierEntry = Omit<Entry, 'within'>;

/** What the stream of a container of an earlier version says in the end. */
export interface EarlierContainer {
  readonly isCreated: boolean;
  /** The last deletion; `reservation` is a revision in the parent's stream. */
  readonly deleted: Readonly<{ reservation: number; purge: boolean; by: string; at: string }> | null;
  readonly entries: ReadonlyMap<string, EarlierEntry>;
}

/** The stream that held all children of a container, and the container's own life, in earlier versions. */
export const earlierStream = (path: RepositoryPath): string => `container-${pathId(path)}`;

type ChildFact = Extract<ContainerFact, { readonly data: { readonly name: string } }>;

const hasName = (fact: ContainerFact | MovedEntryFact): fact is ChildFact => 'name' in fact.data;

const changeEntry = (entries: Map<string, EarlierEntry>, fact: ChildFact, revision: bigint): void => {
  const { name } = fact.data;
  const entry = entries.get(name);
  switch (fact.type) {
    case 'ChildReserved': {
      const { kind, displayName, jobId, by, at } = fact.data;
      const child = { name, kind, displayName, jobId, by, since: at };
      const confirmed = kind === 'container'; // an entry was enough then
      entries.set(name, { ...child, confirmed, tombstone: false, reservation: Number(revision) });
      return;
    }
    case 'ChildConfirmed':
      if (entry !== undefined) entries.set(name, { ...entry, confirmed: true });
      return;
    case 'ChildTombstoned':
      if (entry !== undefined) entries.set(name, { ...entry, tombstone: true });
      return;
    case 'ChildReservationReleased':
      if (entry?.jobId === fact.data.jobId) entries.delete(name);
      return;
    case 'ChildPurged':
      entries.delete(name);
  }
};

/** Reads the whole stream. */
export const readEarlier = async (events: EventStore, path: RepositoryPath): Promise<EarlierContainer> => {
  const entries = new Map<string, EarlierEntry>();
  let isCreated = false;
  let deleted: EarlierContainer['deleted'] = null;
  for await (const fact of events.read<ContainerFact | MovedEntryFact>(earlierStream(path))) {
    if (fact.type === 'ContainerCreated') {
      // A container that was created again had nothing of the deleted one, whose tombstones were purged with it.
      if (deleted !== null) entries.clear();
      isCreated = true;
    } else if (fact.type === 'ContainerDeleted') {
      isCreated = false;
      deleted = fact.data;
    } else if (hasName(fact)) changeEntry(entries, fact, fact.revision);
  }
  return { isCreated, deleted, entries };
};

/** The deletion of the container with this reservation, where its own stream has it as the last change of its life. */
export const earlierDeletion = async (
  events: EventStore,
  path: RepositoryPath,
  reservation: number,
): Promise<EarlierContainer['deleted']> => {
  for await (const fact of events.read<ContainerFact>(earlierStream(path), { direction: 'backwards' })) {
    if (fact.type === 'ContainerDeleted') return fact.data.reservation >= reservation ? fact.data : null;
    // Nothing is reserved in a deleted container; tombstones and reservations may end there.
    if (fact.type === 'ContainerCreated' || fact.type === 'ChildReserved') return null;
  }
  return null;
};

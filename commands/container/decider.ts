import type { ChildKind, ContainerFact } from '../../events/container.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { refuse, type Asked, type Decider, type Decision } from '../core/decider.js';
import { omit } from '../core/omit.js';
import { entryOf, noEntries, withEntry, withoutEntry, type Entries, type Entry } from './entries.js';

interface OfContainer<Type extends string> extends Asked<Type> {
  readonly path: RepositoryPath;
}

/** `jobId` names the import that creates an archival group; null for a container, and for a group that is adopted. */
export interface ReserveChild extends OfContainer<'ReserveChild'> {
  readonly name: string;
  readonly kind: ChildKind;
  readonly displayName: string | null;
  readonly jobId: string | null;
}

interface EndReservation<Type extends string, JobId> extends OfContainer<Type> {
  readonly name: string;
  readonly jobId: JobId;
}

type ConfirmChild = EndReservation<'ConfirmChild', string | null>;
type ReleaseChild = EndReservation<'ReleaseChild', string>;

export type ContainerCommand =
  | (OfContainer<'CreateContainer'> & { readonly displayName: string | null })
  | ReserveChild
  | ConfirmChild
  | ReleaseChild;

/** The root is a container from the beginning, so its stream starts with its first child. */
export interface Container {
  /** Facts folded so far: the next one's revision. */
  readonly length: bigint;
  readonly created: Readonly<{ displayName: string | null; by: string; at: string }> | null;
  readonly entries: Entries;
  /** Import jobs whose reservation was released: they may not reserve a name again. */
  readonly releasedJobs: ReadonlySet<string>;
}

type Decided = Decision<ContainerFact>;

/** The name of each kind of resource in responses (preservation 2.5). */
export const TYPE_NAMES = { container: 'Container', archivalGroup: 'ArchivalGroup' } as const satisfies Record<
  ChildKind,
  string
>;

const childPath = (path: RepositoryPath, name: string): RepositoryPath => (path === '' ? name : `${path}/${name}`);

const reserve = (child: ReserveChild, { entries, releasedJobs }: Container): Decided => {
  if (child.jobId !== null && releasedJobs.has(child.jobId)) {
    return refuse('import-not-live', `Import job ${child.jobId} is not under way.`);
  }
  const taken = entryOf(entries, child.name);
  if (taken === null) return [{ type: 'ChildReserved', data: omit(child, 'type') }];
  if (taken.jobId !== null && taken.jobId === child.jobId) return [];
  // The group exists already, or an earlier adoption of it did not finish.
  const isAdopted = child.kind === 'archivalGroup' && child.jobId === null;
  if (isAdopted && taken.kind === 'archivalGroup' && (taken.confirmed || taken.jobId === null)) return [];
  const path = childPath(child.path, child.name);
  return refuse('resource-exists', `Resource already exists at ${path} (${TYPE_NAMES[taken.kind]})`, {
    what: TYPE_NAMES[taken.kind],
    by: taken.by,
    since: taken.since,
  });
};

const confirm = ({ path, name, jobId, at }: ConfirmChild, { entries }: Container): Decided => {
  const entry = entryOf(entries, name);
  if (entry?.jobId !== jobId || entry.confirmed) return [];
  return [{ type: 'ChildConfirmed', data: { path, name, jobId, at } }];
};

const release = ({ path, name, jobId, at }: ReleaseChild, { entries, releasedJobs }: Container): Decided => {
  const entry = entryOf(entries, name);
  if (releasedJobs.has(jobId) || (entry?.jobId === jobId && entry.confirmed)) return [];
  return [{ type: 'ChildReservationReleased', data: { path, name, jobId, at } }];
};

const reserved = (data: Extract<ContainerFact, { type: 'ChildReserved' }>['data'], reservedAt: bigint): Entry => {
  const { name, kind, displayName, jobId, by, at } = data;
  return { name, kind, displayName, jobId, confirmed: kind === 'container', reservedAt, by, since: at };
};

const change = (state: Container, fact: ContainerFact): Container => {
  const { entries } = state;
  switch (fact.type) {
    case 'ContainerCreated': {
      const { displayName, by, at } = fact.data;
      return { ...state, created: { displayName, by, at } };
    }
    case 'ChildReserved':
      return { ...state, entries: withEntry(entries, reserved(fact.data, state.length)) };
    case 'ChildConfirmed': {
      const entry = entryOf(entries, fact.data.name);
      return entry === null ? state : { ...state, entries: withEntry(entries, { ...entry, confirmed: true }) };
    }
    case 'ChildReservationReleased': {
      const { name, jobId } = fact.data;
      const releasedJobs = new Set(state.releasedJobs).add(jobId);
      return {
        ...state,
        releasedJobs,
        entries: entryOf(entries, name)?.jobId === jobId ? withoutEntry(entries, name) : entries,
      };
    }
  }
};

/**
 * Containers: each holds the entries of its children, so one append checks that the name is free and the parent exists.
 */
export const container: Decider<Container, ContainerCommand, ContainerFact> = {
  initial: { length: 0n, created: null, entries: noEntries, releasedJobs: new Set() },
  decide(command, state) {
    switch (command.type) {
      case 'CreateContainer': {
        const { path, displayName, by, at } = command;
        return state.created === null ? [{ type: 'ContainerCreated', data: { path, displayName, by, at } }] : [];
      }
      case 'ReserveChild':
        return reserve(command, state);
      case 'ConfirmChild':
        return confirm(command, state);
      case 'ReleaseChild':
        return release(command, state);
    }
  },
  evolve: (state, fact) => ({ ...change(state, fact), length: state.length + 1n }),
};

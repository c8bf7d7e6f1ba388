import type { ContainerFact } from '../../../events/container.js';
import type { RecordedFact } from '../../../events/envelope.js';
import { isBelow } from '../../../formats/paths/repository-path.js';

/** What a path has, once anything is there; `pending` for a container whose parent is still to be looked at. */
export type PathState = 'container' | 'group' | 'pending' | 'deleting' | 'tombstone';

type DataOf<Type extends ContainerFact['type']> = Extract<ContainerFact, { type: Type }>['data'];
type Readers = { readonly [Type in ContainerFact['type']]: (data: DataOf<Type>) => void };

const childIn = ({ path, name }: { readonly path: string; readonly name: string }): string =>
  path === '' ? name : `${path}/${name}`;

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/**
 * Reads the log as a history of the paths, and throws at the first fact that may not have happened. `stood` are the jobs
 * whose reservation of a group was answered with success.
 */
export const historyOf = (
  log: readonly RecordedFact[],
  stood: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, PathState> => {
  const states = new Map<string, PathState>();
  const jobs = new Map<string, string | null>();
  const closed = new Map<string, boolean>();
  const isLiving = (path: string): boolean => path === '' || states.get(path) === 'container';
  const living = (path: string): string[] =>
    [...states].flatMap(([each, state]) => {
      const isGroup = state === 'group' && stood.has(jobs.get(each) ?? '');
      return isBelow(each, path) && (state === 'container' || isGroup) ? [each] : [];
    });

  const readers: Readers = {
    ChildReserved: (data) => {
      const child = childIn(data);
      const before = states.get(child);
      // What was reserved in a container that is gone may be replaced.
      must(before !== 'container', `${child} was reserved, though it was taken`);
      if (stood.has(data.jobId ?? '')) must(isLiving(data.path), `${child} stood in no container`);
      states.set(child, data.kind === 'container' ? 'pending' : 'group');
      jobs.set(child, data.jobId);
    },
    ContainerCreated: ({ path }) => {
      must(states.get(path) === 'pending', `${path} was brought back, or created twice`);
      must(isLiving(parentOf(path)), `${path} was created in no container`);
      states.set(path, 'container');
    },
    ContainerClosed: ({ path, purge }) => {
      must(states.get(path) === 'container' && !closed.has(path), `${path} was closed, and was not there`);
      closed.set(path, purge);
    },
    ContainerReopened: ({ path }) => {
      must(closed.delete(path), `${path} was reopened, and was not closed`);
    },
    ContainerDeleted: ({ path, purge }) => {
      must(closed.get(path) === purge, `${path} was deleted, and was not closed for that`);
      must(living(path).length === 0, `${path} was deleted around ${living(path).join()}`);
      states.set(path, 'deleting');
    },
    ChildTombstoned: (data) => {
      const child = childIn(data);
      must(states.get(child) === 'deleting' && closed.get(child) === false, `${child} became a tombstone by itself`);
      closed.delete(child);
      states.set(child, 'tombstone');
    },
    ChildPurged: (data) => {
      const child = childIn(data);
      const isPurge = states.get(child) === 'deleting' && closed.get(child) === true;
      const isEnded = !states.has(child); // with a container above it, by a request that came at the same time
      must(isPurge || isEnded || states.get(child) === 'tombstone', `${child} was purged by itself`);
      closed.delete(child);
      for (const each of [...states.keys()]) if (each === child || isBelow(each, child)) states.delete(each);
    },
    ChildConfirmed: (data) => {
      must(isLiving(data.path), `${childIn(data)} was confirmed in no container`);
    },
    ChildReservationReleased: (data) => {
      const child = childIn(data);
      const state = states.get(child);
      if ((state === 'group' || state === 'pending') && jobs.get(child) === data.jobId) states.delete(child);
    },
  };

  for (const { stream, type, data } of log) {
    if (!stream.startsWith('container-')) continue;
    const read = readers[type as ContainerFact['type']] as (data: object) => void;
    read(data);
  }
  return states;
};

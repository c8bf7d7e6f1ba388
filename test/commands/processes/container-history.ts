import type { ContainerFact } from '../../../events/container.js';
import type { RecordedFact } from '../../../events/envelope.js';
import { isBelow } from '../../../formats/paths/repository-path.js';

/** What a path has, once anything is there; `deleting` until the parent has recorded a deletion. */
export type PathState = 'container' | 'group' | 'deleting' | 'tombstone';

type DataOf<Type extends ContainerFact['type']> = Extract<ContainerFact, { type: Type }>['data'];
type Readers = { readonly [Type in ContainerFact['type']]: (data: DataOf<Type>) => void };

const childIn = ({ path, name }: { readonly path: string; readonly name: string }): string =>
  path === '' ? name : `${path}/${name}`;

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/** Reads the log as a history of the paths, and throws at the first fact that may not have happened. */
export const historyOf = (log: readonly RecordedFact[]): ReadonlyMap<string, PathState> => {
  const states = new Map<string, PathState>();
  const purges = new Map<string, boolean>();
  /** Containers whose own stream has begun, or begun anew. */
  const created = new Set<string>();
  /** Tombstones that ended with a container above them, and may be purged by a request that came at the same time. */
  const ended = new Set<string>();
  const living = (path: string): string[] =>
    [...states].flatMap(([each, state]) =>
      isBelow(each, path) && (state === 'container' || state === 'group') ? [each] : [],
    );

  const readers: Readers = {
    ChildReserved: (data) => {
      const child = childIn(data);
      must(data.path === '' || states.get(data.path) === 'container', `${child} was reserved in no container`);
      must(!states.has(child), `${child} was reserved, though it was taken`);
      ended.delete(child);
      states.set(child, data.kind === 'container' ? 'container' : 'group');
    },
    ContainerCreated: ({ path }) => {
      must(states.get(path) === 'container' && !created.has(path), `${path} was brought back, or created twice`);
      created.add(path);
    },
    ContainerDeleted: ({ path, purge }) => {
      must(states.get(path) === 'container' && created.has(path), `${path} was deleted, and was not there`);
      must(living(path).length === 0, `${path} was deleted around ${living(path).join()}`);
      states.set(path, 'deleting');
      purges.set(path, purge);
      created.delete(path);
    },
    ChildTombstoned: (data) => {
      const child = childIn(data);
      must(states.get(child) === 'deleting' && purges.get(child) === false, `${child} became a tombstone by itself`);
      states.set(child, 'tombstone');
    },
    ChildPurged: (data) => {
      const child = childIn(data);
      const isPurge = states.get(child) === 'deleting' && purges.get(child) === true;
      must(isPurge || states.get(child) === 'tombstone' || ended.delete(child), `${child} was purged by itself`);
      for (const [each, state] of [...states]) {
        if (each !== child && !isBelow(each, child)) continue;
        if (each !== child && state === 'tombstone') ended.add(each);
        states.delete(each);
      }
    },
    ChildConfirmed: () => undefined,
    ChildReservationReleased: (data) => {
      if (states.get(childIn(data)) === 'group') states.delete(childIn(data));
    },
  };

  for (const { stream, type, data } of log) {
    if (!stream.startsWith('container-')) continue;
    const read = readers[type as ContainerFact['type']] as (data: object) => void;
    read(data);
  }
  return states;
};

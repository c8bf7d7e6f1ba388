import type { ChildKind } from '../../events/container.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { GrowingList } from '../core/growing-list.js';

/** What is at a path; the path cannot be given to anything else. */
export interface Entry {
  /** The last segment of the path. */
  readonly name: string;
  readonly kind: ChildKind;
  readonly displayName: string | null;
  /** The import that creates an archival group; null for a container, and for a group that is adopted. */
  readonly jobId: string | null;
  /**
   * Whether it exists: a container does once its parent was found there after its reservation, an archival group once
   * its first version is published.
   */
  readonly confirmed: boolean;
  /** Whether it is a container that was deleted, and whose name stays taken. */
  readonly tombstone: boolean;
  /** The revision of its reservation, which is higher for each thing that is at the path one after another. */
  readonly reservation: number;
  /** The `reservation` of the container that it is in. Where another is at the parent's path by now, it is void. */
  readonly within: number;
  readonly by: string;
  readonly since: string;
}

/** `within` of what is in the root, which is a container from the beginning and has no reservation. */
export const ROOT_RESERVATION = -1;

/**
 * The `reservation` of the container that a child was reserved in. Only the streams of earlier versions lack it; where the
 * entry of a path has such a fact all the same, it is taken to be in the root.
 */
export const parentReservation = ({ within = ROOT_RESERVATION }: { readonly within?: number }): number => within;

/** A deletion that has begun and not ended: the container takes no children until it has. */
export interface Closing {
  readonly revision: bigint;
  readonly purge: boolean;
}

/** The entry of one path. */
export interface PathState {
  /** Facts folded so far: the next one's revision. */
  readonly length: bigint;
  readonly entry: Entry | null;
  readonly closing: Closing | null;
  /**
   * The revision at which the container was reserved in its parent's stream of an earlier version, while its own children
   * are still in its own stream of that version; null where they are not.
   */
  readonly unmoved: number | null;
  /** Import jobs whose reservation was released: they may not reserve the path again. */
  readonly releasedJobs: GrowingList<string>;
}

export const nothingAtPath: PathState = {
  length: 0n,
  entry: null,
  closing: null,
  unmoved: null,
  releasedJobs: GrowingList.empty(),
};

/** The reservation of the container at a path that exists and takes children; null where there is none. */
export const containerIn = (path: RepositoryPath, { entry }: PathState): number | null => {
  if (path === '') return ROOT_RESERVATION;
  return entry?.kind === 'container' && entry.confirmed && !entry.tombstone ? entry.reservation : null;
};

/** The name of each kind of resource in responses (preservation 2.5). */
export const TYPE_NAMES = { container: 'Container', archivalGroup: 'ArchivalGroup' } as const satisfies Record<
  ChildKind,
  string
>;

export const childPath = (path: RepositoryPath, name: string): RepositoryPath =>
  path === '' ? name : `${path}/${name}`;

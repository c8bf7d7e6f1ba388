import type { ChildKind } from '../../events/container.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { noEntries, type Entries } from './entries.js';

/** The root is a container from the beginning, so its stream starts with its first child. */
export interface Container {
  /** Facts folded so far: the next one's revision. */
  readonly length: bigint;
  /** Null before its creation, and after its deletion. */
  readonly created: Readonly<{ displayName: string | null; by: string; at: string }> | null;
  /** The last deletion, which remains when a container is created here again. */
  readonly deleted: Deletion | null;
  /** What is in the container; of a deleted one, the tombstones that it had. */
  readonly entries: Entries;
  /** Import jobs whose reservation was released: they may not reserve a name again. */
  readonly releasedJobs: ReadonlySet<string>;
}

export interface Deletion {
  /** The revision of the deleted container's `ChildReserved` in the parent's stream. */
  readonly reservation: number;
  readonly purge: boolean;
  /** The revision of the deletion in the container's own stream. */
  readonly revision: bigint;
}

export const noContainer: Container = {
  length: 0n,
  created: null,
  deleted: null,
  entries: noEntries,
  releasedJobs: new Set(),
};

/** Whether the container that has this reservation in its parent was deleted. */
export const isDeleted = ({ deleted }: Pick<Container, 'deleted'>, reservation: bigint | number): boolean =>
  deleted !== null && deleted.reservation >= reservation;

/** The name of each kind of resource in responses (preservation 2.5). */
export const TYPE_NAMES = { container: 'Container', archivalGroup: 'ArchivalGroup' } as const satisfies Record<
  ChildKind,
  string
>;

export const childPath = (path: RepositoryPath, name: string): RepositoryPath =>
  path === '' ? name : `${path}/${name}`;

import type { Fact } from './envelope.js';

export type ChildKind = 'container' | 'archivalGroup';

interface ByAndAt {
  readonly by: string;
  readonly at: string;
}

/** A child of a container: `path` is the container's repository path, `name` the last segment of the child's path. */
interface OfChild {
  readonly path: string;
  readonly name: string;
}

interface NewChild extends OfChild, ByAndAt {
  readonly kind: ChildKind;
  readonly displayName: string | null;
  /** The import that creates an archival group; null for a container and for an adopted group. */
  readonly jobId: string | null;
}

/**
 * Facts of `container-entry-<pathId>`, the entry of one path: what is at the path, from its reservation to its end, and
 * of a container also whether it takes children. Logs of earlier versions have them, of all children of a container, in
 * `container-<pathId>` of that container; such a stream is moved to the entries once (`moved` below).
 */
export type ContainerFact =
  /**
   * The path is taken. `within` is the revision at which the parent was reserved in its own entry, -1 for the root: it
   * tells one container at the parent's path from the next. Logs of earlier versions lack it.
   */
  | Fact<'ChildReserved', NewChild & { readonly within?: number }>
  /** The parent was there after the reservation, so that it stands. `path` is the container's own. */
  | Fact<'ContainerCreated', { path: string; displayName: string | null } & ByAndAt>
  /** The archival group's first version was published, or adopted (then `jobId` is null). */
  | Fact<'ChildConfirmed', OfChild & { jobId: string | null; at: string }>
  /** Nothing was created; `jobId` is null for a container and for an adopted group. */
  | Fact<'ChildReservationReleased', OfChild & { jobId: string | null; at: string }>
  /** A deletion has begun to look for children, and is refused once another is created. `request` is its command id. */
  | Fact<'ContainerClosed', { path: string; purge: boolean; request: string } & ByAndAt>
  /** The container is not deleted: something is in it, or is being created in it. */
  | Fact<'ContainerReopened', { path: string } & ByAndAt>
  /**
   * The container was deleted, while nothing was in it. `reservation` is the revision at which it was reserved; with
   * `purge` its name becomes free.
   */
  | Fact<'ContainerDeleted', { path: string; reservation: number; purge: boolean } & ByAndAt>
  /** The container of that name was deleted, and its name stays taken. */
  | Fact<'ChildTombstoned', OfChild & ByAndAt>
  /** The container of that name, or its tombstone, was purged: the name is free. */
  | Fact<'ChildPurged', OfChild & ByAndAt>;

/** Facts by which the children in `container-<pathId>` of an earlier version are moved to entries of their own. */
export type MovedEntryFact =
  /** The last fact of `container-<pathId>`: nothing is decided there any more. */
  | Fact<'ContainerEntriesMoving', { path: string; at: string }>
  /**
   * The first fact of an entry: what the container's stream said of the child in the end. `by` and `at` are those of its
   * reservation, and `reservation` the revision of that in the container's stream.
   */
  | Fact<
      'ChildEntryMoved',
      NewChild & {
        readonly within: number;
        readonly reservation: number;
        readonly confirmed: boolean;
        readonly tombstone: boolean;
      }
    >
  /** All children of the container have entries of their own; in the container's entry. */
  | Fact<'ContainerEntriesMoved', { path: string; entries: number; at: string }>;

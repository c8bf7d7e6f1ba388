import type { Fact } from './envelope.js';

export type ChildKind = 'container' | 'archivalGroup';

interface ByAndAt {
  readonly by: string;
  readonly at: string;
}

/**
 * Facts of `container-<pathId>`. A container holds the entries of its children, so that one append proves that the name
 * is free and the parent exists; `path` is the container's own repository path, `name` in an entry the last segment of
 * the child's path.
 */
export type ContainerFact =
  | Fact<'ContainerCreated', { path: string; displayName: string | null } & ByAndAt>
  /** `jobId` names the import that creates an archival group; null for a container and for an adopted group. */
  | Fact<
      'ChildReserved',
      { path: string; name: string; kind: ChildKind; displayName: string | null; jobId: string | null } & ByAndAt
    >
  /** The archival group's first version was published, or adopted (then `jobId` is null). */
  | Fact<'ChildConfirmed', { path: string; name: string; jobId: string | null; at: string }>
  | Fact<'ChildReservationReleased', { path: string; name: string; jobId: string; at: string }>
  /**
   * The container was deleted, while nothing was in it. `reservation` is the revision of its `ChildReserved` in the
   * parent's stream, since a container may be created again after a purge; with `purge` its name becomes free.
   */
  | Fact<'ContainerDeleted', { path: string; reservation: number; purge: boolean } & ByAndAt>
  /** The container of that name was deleted, and its name stays taken. */
  | Fact<'ChildTombstoned', { path: string; name: string } & ByAndAt>
  /** The container of that name, or its tombstone, was purged: the name is free. */
  | Fact<'ChildPurged', { path: string; name: string } & ByAndAt>;

import type { ChildKind } from '../../events/container.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { AnyCommand } from '../core/decider.js';

interface OfContainer<Type extends string> extends AnyCommand<Type> {
  /** Of the container whose stream decides. */
  readonly path: RepositoryPath;
}

/**
 * A container, once it was created: a path may have one after another. `reservation` is the revision of its
 * `ChildReserved` in the parent's stream, which is higher for each of them.
 */
interface OfOneLife {
  readonly reservation: number;
}

/** Creates what its parent has reserved. */
export interface CreateContainer extends OfContainer<'CreateContainer'>, OfOneLife {
  readonly displayName: string | null;
}

/** Deletes the container while nothing is in it. */
export interface DeleteContainer extends OfContainer<'DeleteContainer'>, OfOneLife {
  /** Whether the name becomes free; else a tombstone keeps it. */
  readonly purge: boolean;
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

export type ConfirmChild = EndReservation<'ConfirmChild', string | null>;
export type ReleaseChild = EndReservation<'ReleaseChild', string>;

/** Records in the parent that a container in it was deleted; it becomes a tombstone, or is purged. */
export interface RemoveChild extends OfContainer<'RemoveChild'>, OfOneLife {
  readonly name: string;
  readonly purge: boolean;
}

/** Frees the name of a tombstone. */
export interface PurgeTombstone extends OfContainer<'PurgeTombstone'>, OfOneLife {
  readonly name: string;
}

export type ContainerCommand =
  CreateContainer | DeleteContainer | ReserveChild | ConfirmChild | ReleaseChild | RemoveChild | PurgeTombstone;

import type { ChildKind } from '../../events/container.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { AnyCommand } from '../core/decider.js';

interface OfPath<Type extends string> extends AnyCommand<Type> {
  /** The path whose entry decides. */
  readonly path: RepositoryPath;
}

/** What is at the path at one time: another thing there has a higher `reservation`. */
interface OfReservation {
  readonly reservation: number;
}

/** `jobId` names the import that creates an archival group; null for a container, and for a group that is adopted. */
export interface ReserveChild extends OfPath<'ReserveChild'> {
  readonly kind: ChildKind;
  readonly displayName: string | null;
  readonly jobId: string | null;
  /** The reservation of the container that it is to be in. */
  readonly within: number;
}

/** The reservation of a container stands: its parent was there afterwards. */
export interface CreateContainer extends OfPath<'CreateContainer'>, OfReservation {}

/** A reservation does not stand: its parent was deleted before. */
export interface GiveUpReservation extends OfPath<'GiveUpReservation'>, OfReservation {}

export interface ConfirmChild extends OfPath<'ConfirmChild'> {
  readonly jobId: string | null;
}

/** Ends the reservation of an import job, and bars the job from the path. */
export interface ReleaseChild extends OfPath<'ReleaseChild'> {
  readonly jobId: string;
}

/** Begins to delete a container; `request` is the command id of the deletion. */
export interface CloseContainer extends OfPath<'CloseContainer'>, OfReservation {
  readonly purge: boolean;
  readonly request: string;
}

/** Ends a deletion that began at the revision `closing`; the container stays. */
export interface ReopenContainer extends OfPath<'ReopenContainer'> {
  readonly closing: number;
}

/** Ends a deletion that began at the revision `closing`, and has found no child. */
export interface DeleteContainer extends OfPath<'DeleteContainer'> {
  readonly closing: number;
}

/** Frees the name of a tombstone. */
export interface PurgeTombstone extends OfPath<'PurgeTombstone'>, OfReservation {}

/** Records a deletion that the container's stream of an earlier version has. */
export interface MoveDeletion extends OfPath<'MoveDeletion'>, OfReservation {
  readonly purge: boolean;
}

/** Records that all children in the container's stream of an earlier version have entries of their own. */
export interface EndMoving extends OfPath<'EndMoving'> {
  readonly entries: number;
}

export type EntryCommand =
  | ReserveChild
  | CreateContainer
  | GiveUpReservation
  | ConfirmChild
  | ReleaseChild
  | CloseContainer
  | ReopenContainer
  | DeleteContainer
  | PurgeTombstone
  | MoveDeletion
  | EndMoving;

import type { Actor } from '../../events/envelope.js';
import { refused, success, type Result } from '../../flow/result.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { depositNotFound, liveJobRefusal, lockedByOther } from '../deposit/checks.js';
import type { Deposit } from '../deposit/state.js';
import { readDeposit } from '../deposit/deposit-stream.js';

/** Who asks for access to the files of a deposit. */
export interface WorkspaceVisitor {
  readonly actor: Actor;
  /** The bucket of a client that has one of its own; null for any other caller. */
  readonly ownBucket: string | null;
}

/** The states in which files may still arrive for an import. */
const OPEN: ReadonlySet<string> = new Set<Deposit['status']>(['new', 'error']);

/**
 * The deposit, where this caller may change its files now: it is there, in no other client's bucket, active, in a state
 * before its import, not locked by another agent, and without a running import job.
 */
export const admitToWorkspace = async (
  { events, places }: Pick<Dependencies, 'events' | 'places'>,
  depositId: string,
  visitor: WorkspaceVisitor,
): Promise<Result<Deposit, Refusal>> => {
  const deposit = await readDeposit(events, depositId);
  if (deposit === null) return refused(depositNotFound(depositId));
  const refusal =
    foreignRefusal(deposit, visitor, places.workspaceBucket) ??
    closedRefusal(deposit) ??
    lockedByOther(deposit, visitor.actor.agent) ??
    liveJobRefusal(deposit);
  return refusal === null ? success(deposit) : refused(refusal);
};

/** The deposit, where this caller may read its files: it is there, in no other client's bucket, whatever its state. */
export const admitReader: typeof admitToWorkspace = async ({ events, places }, depositId, visitor) => {
  const deposit = await readDeposit(events, depositId);
  if (deposit === null) return refused(depositNotFound(depositId));
  const refusal = foreignRefusal(deposit, visitor, places.workspaceBucket);
  return refusal === null ? success(deposit) : refused(refusal);
};

/** A program has access to its own bucket, or to the platform's; a user to every deposit. */
const foreignRefusal = (
  { depositId, files }: Deposit,
  { actor, ownBucket }: WorkspaceVisitor,
  platformBucket: string,
): Refusal | null => {
  const isOwn = files.bucket === (ownBucket ?? platformBucket);
  return isOwn || (ownBucket === null && actor.source === 'user')
    ? null
    : refuse('deposit-foreign', `The files of deposit ${depositId} are in the bucket of another client.`);
};

const closedRefusal = ({ depositId, status, active }: Deposit): Refusal | null => {
  if (!OPEN.has(status))
    return refuse('deposit-closed', `Deposit ${depositId} is ${status}, so that its files cannot be changed.`);
  return active ? null : refuse('deposit-inactive', `Deposit ${depositId} is not active.`);
};

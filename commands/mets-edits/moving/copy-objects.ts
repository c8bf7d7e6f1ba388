import { ByteStoreFault, isReplaced, type ObjectInfo } from '../../../formats/bytes.js';
import { lastName } from '../../../formats/paths/repository-path.js';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { refuse, type Refusal } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { keepDigests } from '../../workspace/digests/compute-digests.js';
import type { ComputedDigest } from '../../workspace/digests/computed-digests.js';
import { originalName } from '../../workspace/workspace-object.js';
import { withOriginalName } from '../../workspace/put-unless-there.js';
import type { Deposit } from '../../deposit/state.js';
import { CONCURRENT_REQUESTS, MOVED_FROM, movedFrom, type ObjectMove } from './look-up-moves.js';

/** The objects to copy, and the signal at which the command must answer. */
export interface Copying {
  readonly deposit: Deposit;
  readonly objects: readonly ObjectMove[];
  readonly until: AbortSignal;
}

/**
 * Copies objects to their new keys, in the store. What is copied already is not copied again, so that the same request
 * goes on where it stopped; it is refused with `moves-unfinished` when time runs out or an object was replaced meanwhile.
 * Rejects with ByteStoreFault.
 */
export const copyObjects = async (
  dependencies: Dependencies,
  { deposit, objects, until }: Copying,
): Promise<Result<null, Refusal>> => {
  const digests: ComputedDigest[] = [];
  let done = 0;
  const copying = forEachConcurrently(objects, { width: CONCURRENT_REQUESTS, signal: until }, async (move) => {
    const digest = await copyObject(dependencies, move);
    if (digest !== null) digests.push(digest);
    done += 1;
  });
  const [outcome] = await Promise.allSettled([copying]);
  await keepDigests(dependencies, deposit.depositId, digests);
  if (outcome.status === 'fulfilled') return success(null);
  if (until.aborted || isReplaced(outcome.reason)) return refused(unfinished(done, objects.length));
  throw outcome.reason;
};

/** The digest of the copy where the store does not keep it; null where it does, or where the copy was there. */
const copyObject = async ({ bytes }: Dependencies, { source, to }: ObjectMove): Promise<ComputedDigest | null> => {
  const at = { bucket: source.bucket, key: to };
  const [before, there] = await Promise.all([bytes.head(source), bytes.head(at)]);
  if (before?.etag !== source.etag)
    throw new ByteStoreFault('precondition-failed', `${source.key} was replaced while it was moved`);
  if (there !== null) {
    if (there.metadata[MOVED_FROM] === movedFrom(source)) return null;
    throw new ByteStoreFault('precondition-failed', `${to} was put there while ${source.key} was moved`);
  }
  const { etag, size, sha256 } = await bytes.copy(source, at, {
    ...(before.contentType === null ? {} : { contentType: before.contentType }),
    metadata: { ...metadataAt(to, before), [MOVED_FROM]: movedFrom(source) },
    onlyIf: 'absent',
  });
  return before.sha256 === null ? { key: to, etag, size, sha256 } : null;
};

/** A recorded original name that was that of the key is that of the new key; any other stays. */
const metadataAt = (to: string, before: ObjectInfo): Readonly<Record<string, string>> => {
  const nameOf = (key: string): string => lastName(key.replace(/\/$/, ''));
  const isOfKey = originalName(before) === nameOf(before.key);
  return { ...before.metadata, ...(isOfKey ? withOriginalName(nameOf(to)).metadata : {}) };
};

const unfinished = (done: number, all: number): Refusal => ({
  ...refuse(
    'moves-unfinished',
    `${done} of the ${all} files have been copied to their new paths; all are where they were.`,
  ),
  advice: 'Send the same request again: it goes on where this one stopped.',
});

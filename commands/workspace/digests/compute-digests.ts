import { refuse, type Refusal } from '../../core/decider.js';
import { readDeposit } from '../../deposit/deposit-stream.js';
import type { Dependencies } from '../../core/dependencies.js';
import { keepComputed, type ComputedDigest } from './computed-digests.js';
import type { DigestReader, ObjectToRead, ReadDigests } from './digest-reader.js';
import { dropKept } from '../kept-objects.js';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import { refused, success, type Result } from '../../../flow/result.js';

/** The reader, and the signal at which the command must stop waiting for it and answer. */
export interface DigestComputation {
  readonly reader: DigestReader;
  readonly until: AbortSignal;
}

/**
 * Reads objects of a workspace for their digests, by key; those that are overwritten meanwhile are left out. When
 * `until` aborts it is refused with `digests-unfinished`, with how many of `all` are done. Digests found are stored in
 * any case, so that the same request continues where this one stopped. Rejects with ByteStoreFault.
 */
export const computeDigests = async (
  dependencies: Dependencies,
  depositId: string,
  { objects, all }: { readonly objects: readonly ObjectToRead[]; readonly all: number },
  { reader, until }: DigestComputation,
): Promise<Result<ReadonlyMap<string, ComputedDigest>, Refusal>> => {
  const found: ComputedDigest[] = [];
  const keepLate = (seen: ObjectToRead) => (read: ReadDigests) =>
    keepDigests(dependencies, depositId, [computed(seen, read)]);
  const reading = forEachConcurrently(objects, { width: reader.concurrency, signal: until }, async (seen) => {
    const read = await reader.read(seen, { holder: dependencies.holder, until, late: keepLate(seen) });
    if (read !== null) found.push(computed(seen, read));
  });
  const [outcome] = await Promise.allSettled([reading]);
  await keepDigests(dependencies, depositId, found);
  if (until.aborted) return refused(unfinished(all - objects.length + found.length, all));
  if (outcome.status === 'rejected') throw outcome.reason;
  return success(new Map(found.map((each) => [each.key, each])));
};

const computed = ({ key, etag, size }: ObjectToRead, read: ReadDigests): ComputedDigest => ({
  key,
  etag,
  size,
  ...read,
});

/** Keeps digests that were computed, but not for a deposit that was deleted meanwhile. */
export const keepDigests = async (
  dependencies: Dependencies,
  depositId: string,
  found: readonly ComputedDigest[],
): Promise<void> => {
  await keepComputed(dependencies, depositId, found);
  if (found.length > 0 && (await readDeposit(dependencies.events, depositId)) === null)
    await dropKept(dependencies, depositId);
};

const unfinished = (done: number, all: number): Refusal => ({
  ...refuse('digests-unfinished', `${done} of the ${all} files that came without a digest have been read in time.`),
  advice: 'Send the same request again: it goes on where this one stopped.',
});

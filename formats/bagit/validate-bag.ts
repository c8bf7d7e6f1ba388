import { runInSlices } from '../../flow/run-in-slices.js';
import type { BagReport } from './bag-report.js';
import type { BagSource } from './bag-source.js';
import type { BagLimits } from './bag-under-test.js';
import { checkCompleteness } from './check-completeness.js';
import { checkDigests } from './check-files.js';
import { checkNames } from './check-names.js';
import { readBag } from './read-bag.js';

export interface BagValidation extends Partial<BagLimits> {
  /** No further file is read after it aborts; validation then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Judges a bag of BagIt 0.93 to 1.0 by RFC 8493: complete, and each digest right. Files and tag files are read as
 * streams; paths, sizes and digests are kept in memory. Nothing is fetched. Rejects with what the source rejects with.
 */
export const validateBag = async (source: BagSource, { signal, ...limits }: BagValidation = {}): Promise<BagReport> => {
  const bag = await readBag(source, limits);
  const { findings, payload, tagFiles, isTooLarge } = bag;
  if (!isTooLarge) {
    if (payload.manifests.length === 0) findings.problem('manifest-missing', '', 'The bag has no payload manifest.');
    await checkCompleteness(bag);
    await runInSlices(checkNames(bag, payload));
    for (const claims of [payload, tagFiles]) await checkDigests(bag, claims, signal);
  }
  return findings.report(bag.declaration.version);
};

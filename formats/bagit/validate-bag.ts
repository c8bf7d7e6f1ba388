import { runInSlices } from '../../flow/slices.js';
import { bagFindings, type BagFindings, type BagReport } from './bag-report.js';
import type { BagSource } from './bag-source.js';
import type { BagLimits, BagUnderTest } from './bag-under-test.js';
import { checkBagInfo } from './check-bag-info.js';
import { checkDigests, checkFilesThere, checkPayloadListed } from './check-files.js';
import { checkNames } from './check-names.js';
import { DECLARATION, readDeclaration } from './declaration.js';
import { fileFinder } from './find-file.js';
import { readFetch } from './read-fetch.js';
import { readManifests } from './read-manifests.js';

const LIMITS: BagLimits = { files: 1_000_000, findings: 1_000, width: 4 };

export interface BagValidation extends Partial<BagLimits> {
  /** No further file is read after it aborts; validation then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Judges a bag of BagIt 0.93 to 1.0 by RFC 8493: complete, and each digest right. Files and tag files are read as
 * streams; paths, sizes and digests are kept in memory. Nothing is fetched. Rejects with what the source rejects with.
 */
export const validateBag = async (source: BagSource, { signal, ...given }: BagValidation = {}): Promise<BagReport> => {
  const limits = { ...LIMITS, ...given };
  const findings = bagFindings(limits.findings);
  const files = await listedFiles(source, limits, findings);
  const declaration = await readDeclaration(source, files.has(DECLARATION), findings);
  const bag: BagUnderTest = { source, files, declaration, findings, limits };
  if (files.size > limits.files) return findings.report(declaration.version);
  const find = fileFinder(bag);
  const payload = await readManifests(bag, 'payload', find);
  const tagFiles = await readManifests(bag, 'tag files', find);
  if (payload.manifests.length === 0) findings.problem('manifest-missing', '', 'The bag has no payload manifest.');
  const fetched = await readFetch(bag, find);
  await checkBagInfo(bag);
  if ([payload.digests, tagFiles.digests, fetched].some(({ size }) => size > limits.files))
    return findings.report(declaration.version);
  if (payload.manifests.length > 0) await runInSlices(checkPayloadListed(bag, payload, fetched));
  await runInSlices(checkNames(bag, payload));
  for (const claims of [payload, tagFiles]) {
    await runInSlices(checkFilesThere(bag, claims, fetched));
    await checkDigests(bag, claims, signal);
  }
  return findings.report(declaration.version);
};

const listedFiles = async (
  source: BagSource,
  { files: most }: BagLimits,
  findings: BagFindings,
): Promise<Map<string, number>> => {
  const files = new Map<string, number>();
  for await (const { path, size } of source.list()) {
    if (!path.endsWith('/')) files.set(path, size);
    if (files.size <= most) continue;
    findings.problem('too-many-files', '', `The bag has more than ${most} files; it is not judged.`);
    break;
  }
  return files;
};

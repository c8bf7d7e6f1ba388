import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { digestLength } from './algorithms.js';
import { PAYLOAD } from './bag-path.js';
import { bagFindings, type BagFinding, type BagProblemCode, type BagWarningCode } from './bag-report.js';
import type { OwnChanges, ReadBag } from './bag-under-test.js';
import { checkOxums } from './check-bag-info.js';
import { checkDigests, checkFilesThere, checkPayloadListed } from './check-files.js';
import { FETCH } from './read-fetch.js';
import { isManifest } from './read-manifests.js';

/** A file of a bag as its store knows it. */
export interface StoredFile {
  /** When the store took its content; null where that is not known. */
  readonly modified: Date | null;
  /** In lower-case hex; null where the store has none. */
  readonly sha256: string | null;
}

/** What is known of a bag that lies in a store, beside what its tag files say. */
export interface KnownOfBag {
  readonly fileAt: (path: string) => StoredFile | undefined;
  readonly own: OwnChanges;
}

export interface BagJudgement {
  /** What the bag says otherwise than it is, or cannot be read; the first of them, by path. */
  readonly contradictions: readonly BagFinding<BagProblemCode>[];
  /** With those that are left out. */
  readonly contradictionCount: number;
  readonly warnings: readonly BagFinding<BagProblemCode | BagWarningCode>[];
}

/** What breaks a rule of the standard, and leaves no doubt of which files with which digests the bag consists. */
const LENIENT: ReadonlySet<BagProblemCode> = new Set<BagProblemCode>([
  'declaration-missing',
  'declaration-malformed',
  'version-unsupported',
  'encoding-unsupported',
  'byte-order-mark',
  'percent-not-encoded',
  'path-listed-twice',
  'path-not-of-a-tag-file',
  'file-not-in-every-manifest',
]);

/**
 * Judges a bag by what is known without reading its files (companion 9.9): what it lists and lacks, what it has and
 * does not list, its Payload-Oxum, and digests that the store knows. A file with another SHA-256 that is newer than its
 * manifest is a warning. With `reading`, every file is read, and all digests of all manifests are compared.
 */
export const judgeBag = async (
  read: ReadBag,
  { fileAt, own }: KnownOfBag,
  reading: { readonly signal: AbortSignal } | null = null,
): Promise<BagJudgement> => {
  const findings = bagFindings(read.limits.findings);
  const bag = { ...read, own, findings };
  const changed = new Set<string>();
  await runInSlices(checkKnownDigests(bag, fileAt, changed));
  const hasChanged = (path: string): boolean => own.changed(path) || changed.has(path);
  const asNow = { ...bag, own: { ...own, changed: hasChanged } };
  checkOxums(asNow);
  if (!read.isTooLarge) {
    await runInSlices(checkPayloadListed(bag));
    await runInSlices(checkFilesThere(bag, bag.payload));
    if (reading !== null) await checkAllDigests(asNow, reading.signal);
  }
  return judgementOf(read, findings);
};

const checkAllDigests = async (bag: ReadBag, signal: AbortSignal): Promise<void> => {
  await runInSlices(checkFilesThere(bag, bag.tagFiles));
  for (const claims of [bag.payload, bag.tagFiles]) await checkDigests(bag, claims, signal);
};

/** Compares the SHA-256 that the store knows; adds to `changed` the files that are newer than the manifest. */
function* checkKnownDigests(
  { payload: { manifests, digests }, findings, own }: ReadBag,
  fileAt: KnownOfBag['fileAt'],
  changed: Set<string>,
): SlicedWork<void> {
  for (const [index, { path: manifest, algorithm }] of manifests.entries()) {
    if (algorithm !== 'sha256') continue;
    const made = fileAt(manifest)?.modified ?? null;
    yield* eachSliced(digests, ([path, given]) => {
      const [expected, file] = [given[index], fileAt(path)];
      if (!expected || !file?.sha256 || file.sha256 === expected || own.changed(path)) return;
      if (made !== null && file.modified !== null && file.modified > made) {
        changed.add(path);
        findings.warning('changed-since', path, `It was changed after ${manifest}, which has another digest for it.`);
        return;
      }
      const message = `Its ${algorithm} is ${file.sha256}, while ${manifest} says ${expected}.`;
      findings.problem('digest-mismatch', path, message);
    });
  }
}

const judgementOf = (read: ReadBag, checked: ReturnType<typeof bagFindings>): BagJudgement => {
  const ofText = read.findings.report(null);
  const ofFiles = checked.report(null);
  const isContradiction = (finding: BagFinding<BagProblemCode>): boolean => contradicts(read, finding);
  const problems = [...ofText.problems.filter((each) => concernsPayload(each)), ...ofFiles.problems];
  const contradictions = problems.filter(isContradiction);
  const leftOut = ofFiles.problemCount - ofFiles.problems.length;
  return {
    contradictions,
    contradictionCount: contradictions.length + leftOut,
    warnings: [
      ...ofText.problems.filter((each) => !concernsPayload(each)),
      ...problems.filter((each) => !isContradiction(each)),
      ...ofText.warnings,
      ...ofFiles.warnings,
    ],
  };
};

/** Whether what is wrong in a tag file has to do with the files of the payload and their digests. */
const concernsPayload = ({ path, code }: BagFinding<BagProblemCode>): boolean =>
  path.startsWith(PAYLOAD) || isManifest(path, 'payload') || path === FETCH || code === 'too-many-files';

const contradicts = ({ payload: { manifests } }: ReadBag, { code }: BagFinding<BagProblemCode>): boolean => {
  if (code === 'algorithm-unsupported') return manifests.every(({ algorithm }) => digestLength(algorithm) === null);
  return !LENIENT.has(code);
};

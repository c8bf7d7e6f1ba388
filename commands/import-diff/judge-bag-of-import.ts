import type { PlannedOperation } from '../../events/import-plan.js';
import { firstSentences } from '../../flow/first-of-many.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { mapSliced } from '../../flow/slices.js';
import { refused, success, type Result } from '../../flow/result.js';
import type { BagFinding } from '../../formats/bagit/bag-report.js';
import type { BagJudgement } from '../../formats/bagit/judge-bag.js';
import { refuse, type Refusal } from '../core/decider.js';
import {
  bagIn,
  digestsToVerify,
  judgeWorkspaceBag,
  unreadableManifest,
  type WorkspaceBag,
} from '../workspace/judge-workspace-bag.js';
import type { WorkspaceView } from '../workspace/view-workspace.js';

/** The operations of an import from a bag, and what is to be said of it. */
export interface JudgedImport {
  /** Those that bring bytes have the digest of a manifest by which they are verified, where it is no SHA-256. */
  readonly operations: readonly PlannedOperation[];
  readonly warnings: readonly string[];
}

export interface BagImport {
  readonly view: WorkspaceView;
  /** Path of the METS, relative to the deposit; null without one. */
  readonly metsPath: string | null;
  readonly operations: readonly PlannedOperation[];
  /** Whether a bag that contradicts itself is imported all the same. */
  readonly acceptsIncompleteBag: boolean;
  /** Whether only files count that the operations bring. */
  readonly onlyBrought: boolean;
}

/**
 * Judges the bag that a workspace is by what is known without reading its files (companion 9.9). Refused with
 * `bag-incomplete` where manifests and files contradict each other; an accepted contradiction is a warning. A workspace
 * without a manifest has nothing to judge.
 */
export const judgeBagOfImport = async (request: BagImport): Promise<Result<JudgedImport, Refusal>> => {
  const { view, metsPath, operations, acceptsIncompleteBag } = request;
  const lost = unreadableManifest(view);
  if (lost !== null) return refused(unreadable(lost));
  const found = bagIn(view, { metsPath });
  if (found === null) return success({ operations, warnings: [] });
  const judgement = concerning(await judgeWorkspaceBag(found), request);
  if (judgement.contradictionCount > 0 && !acceptsIncompleteBag) return refused(incomplete(judgement));
  const { prefix } = view.deposit.files;
  const verified = await runInSlices(mapSliced(operations, (each) => withManifestDigest(each, found, prefix)));
  return success({ operations: verified, warnings: warningsOf(judgement, found, verified) });
};

/** The part of a judgement that is about the files that the operations bring. */
const concerning = (judgement: BagJudgement, { operations, view, onlyBrought }: BagImport): BagJudgement => {
  if (!onlyBrought) return judgement;
  const { prefix } = view.deposit.files;
  const brought = new Set(operations.flatMap(({ origin }) => origin?.key.slice(prefix.length) ?? []));
  const contradictions = judgement.contradictions.filter(({ path }) => brought.has(path));
  return { ...judgement, contradictions, contradictionCount: contradictions.length };
};

/** The operation with the digest by which its bytes are verified, where that is no SHA-256. */
const withManifestDigest = (operation: PlannedOperation, found: WorkspaceBag, prefix: string): PlannedOperation => {
  const path = operation.origin?.key.slice(prefix.length);
  const [given] = path === undefined ? [] : digestsToVerify(found, path);
  return given === undefined ? operation : { ...operation, manifestDigest: given };
};

const warningsOf = (
  { contradictions, contradictionCount, warnings }: BagJudgement,
  { bag }: WorkspaceBag,
  operations: readonly PlannedOperation[],
): string[] => {
  const used = new Set(operations.flatMap(({ manifestDigest }) => manifestDigest?.manifest ?? []));
  const unverified = [...bag.payload.manifests, ...bag.tagFiles.manifests]
    .filter(({ path, algorithm }) => !used.has(path) && !(algorithm === 'sha256' && path.startsWith('manifest-')))
    .map(({ path }) => path);
  return [
    ...named(contradictions, contradictionCount),
    ...named(warnings, warnings.length),
    ...(unverified.length === 0
      ? []
      : [`These manifests were not verified; a run of the pipeline verifies them: ${unverified.join(', ')}.`]),
  ];
};

const named = (findings: readonly BagFinding<string>[], count: number): readonly string[] =>
  firstSentences(findings.map(sentence), count);

const sentence = ({ path, message }: BagFinding<string>): string => (path === '' ? message : `${path}: ${message}`);

const incomplete = ({ contradictions, contradictionCount }: BagJudgement): Refusal =>
  refuse(
    'bag-incomplete',
    `The files of the deposit are not those of its bag. ${named(contradictions, contradictionCount).join(' ')}`,
  );

const unreadable = (path: string): Refusal =>
  refuse('bag-incomplete', `${path} could not be read, because it was replaced meanwhile or is damaged.`);

import type { Dependencies } from '../../commands/core/dependencies.js';
import { computedOf } from '../../commands/workspace/digests/computed-digests.js';
import { openDepositMets, agentsOf, metsWork, payloadPaths } from '../../commands/workspace/deposit-mets.js';
import {
  bagIn,
  isOutput,
  judgeWorkspaceBag,
  unreadableManifest,
  type WorkspaceBag,
} from '../../commands/workspace/judge-workspace-bag.js';
import type { WorkspaceView } from '../../commands/workspace/view-workspace.js';
import { isMarker } from '../../commands/workspace/workspace-object.js';
import { firstSentences } from '../../flow/first-of-many.js';
import type { BagFinding } from '../../formats/bagit/bag-report.js';
import { isReplaced } from '../../formats/bytes.js';
import type { DescribedDirectory } from '../../formats/mets/model/described-mets.js';
import type { Step } from '../step.js';
import { bagFindings } from './findings/bag-findings.js';
import { BagFailure, RunFailure } from './run-failure.js';

/** What judging a bag before a run uses. */
export interface JudgeOptions {
  readonly dependencies: Dependencies;
  readonly step: Step;
  readonly signal: AbortSignal;
}

/** The files that the manifests of a bag name, by path in the bag, with the ETags that they had when they were read. */
export type JudgedBag = ReadonlyMap<string, string>;

/**
 * Judges the bag that a deposit is before a run changes it, by all digests of all its manifests (companion 9.9). A file
 * that is newer than its manifest is right where the METS has its digest (companion 12.3). Answers null for a deposit
 * without a manifest. Throws RunFailure.
 */
export const judgeBagOfRun = async (judging: JudgeOptions, view: WorkspaceView): Promise<JudgedBag | null> => {
  const { dependencies, step, signal } = judging;
  const { deposit, tools } = view;
  const lost = unreadableManifest(view);
  if (lost !== null) throw new RunFailure(`${lost} of the bag could not be read.`);
  if (tools.bag === null) return null;
  const mets = await step('find-mets', () => openDepositMets(dependencies.bytes, deposit));
  const computed = await step('read-computed', () => computedIn(dependencies, view));
  const found = bagIn(view, { metsPath: mets?.path ?? null, computed });
  if (found === null) return null;
  const judgement = await step('judge-bag', () => judgeWorkspaceBag(found, { signal })).catch((error: unknown) => {
    throw isReplaced(error) ? new RunFailure('Files of the bag were replaced while it was judged.') : error;
  });
  const newer = judgement.warnings.filter(({ code }) => code === 'changed-since');
  const inMets = newer.length === 0 ? new Map<string, string>() : await digestsInMets(dependencies, view);
  const unknown = newer.filter(({ path }) => inMets.get(path) !== found.fileAt(path)?.sha256);
  const wrong = [...judgement.contradictions, ...unknown];
  if (wrong.length > 0) {
    const count = judgement.contradictionCount + unknown.length;
    throw new BagFailure(textOf(wrong, count), {
      rows: bagFindings(found, wrong),
      files: found.bag.payload.digests.size,
      leftOut: count - wrong.length,
    });
  }
  return namedFiles(found, view, mets?.path ?? null);
};

/** The SHA-256 that the platform computed of files for which the store has none, by path. */
const computedIn = async (
  dependencies: Dependencies,
  { deposit, objects }: WorkspaceView,
): Promise<ReadonlyMap<string, string>> => {
  const { bucket, prefix } = deposit.files;
  const lacking = objects.filter((each) => each.sha256 === null && !isMarker(each));
  const seen = lacking.map(({ path, etag, size }) => ({ bucket, key: prefix + path, etag, size }));
  const computed = await computedOf(dependencies, deposit.depositId, seen);
  return new Map([...computed].map(([key, { sha256 }]) => [key.slice(prefix.length), sha256]));
};

/** By path in the bag; none where there is no METS, or none that can be read. */
const digestsInMets = async (
  dependencies: Dependencies,
  { deposit, objects }: WorkspaceView,
): Promise<Map<string, string>> => {
  const digests = new Map<string, string>();
  const stored = await openDepositMets(dependencies.bytes, deposit);
  if (stored === null) return digests;
  const order = { agents: agentsOf(dependencies), present: payloadPaths(objects.map(({ path }) => path)) };
  const described = await metsWork(dependencies)('describe', stored.source, order);
  if (!described.ok) return digests;
  const collect = ({ files, directories }: DescribedDirectory): void => {
    for (const { localPath, digest } of files) if (digest) digests.set(`data/${localPath}`, digest.toLowerCase());
    directories.forEach(collect);
  };
  collect(described.value.root);
  return digests;
};

const KINDS: Readonly<Record<string, string>> = {
  'changed-since': 'changed',
  'digest-mismatch': 'changed',
  'file-missing': 'missing',
  'file-not-fetched': 'missing',
  'file-unlisted': 'added',
};

const textOf = (wrong: readonly BagFinding<string>[], count: number): string => {
  const entries = wrong.map(({ path, code, message }) => {
    const kind = KINDS[code];
    return `${path}${kind === undefined ? '' : ` (${kind})`}: ${message}`;
  });
  return `The files of the deposit are not those of its bag, so that no tool was started. ${firstSentences(entries, count).join(' ')}`;
};

/** Without what the run itself writes: the METS, and the outputs of tools. */
const namedFiles = ({ bag, own }: WorkspaceBag, { objects }: WorkspaceView, metsPath: string | null): JudgedBag => {
  const etags = new Map(objects.map(({ path, etag }) => [path, etag]));
  const named = new Map<string, string>();
  for (const path of bag.payload.digests.keys()) {
    const etag = etags.get(path);
    if (etag === undefined || own.changed(path) || path === metsPath || isOutput(path)) continue;
    named.set(path, etag);
  }
  return named;
};

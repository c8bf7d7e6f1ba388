import type { RenderedDocument } from '../../formats/digests/rendering.js';
import { applyPlan, type PlanError } from '../../formats/group-state/apply-plan.js';
import type { GroupState } from '../../formats/group-state/group-state.js';
import { STATE_PATH } from '../../formats/group-state/state-path.js';
import { versionCreated } from '../../formats/ocfl/version-time.js';
import { versionUser } from '../../formats/ocfl/version-user.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { ocflId, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { pathIn, type Attempt } from './attempt.js';
import { JobFailure } from './job-failure.js';
import type { NextInventory } from './next-inventory.js';
import type { PinnedPut } from './origin.js';
import type { PinnedPlan } from './pin-origins.js';
import type { Base } from './read-base.js';
import { sum, totalsOf, type Totals } from './totals.js';

/** Bytes that must be copied from an origin into the object. */
export interface Copy {
  readonly put: PinnedPut;
  /** Relative to the object root. */
  readonly contentPath: string;
}

/** The bytes that copies have together. */
export const bytesOf = (copies: readonly Copy[]): number => copies.reduce((sum, { put }) => sum + put.size, 0);

/** A new version, composed in memory. */
export interface ComposedVersion {
  readonly created: string;
  /** The group's display name. */
  readonly name: string;
  readonly totals: Totals;
  readonly stateFile: RenderedDocument;
  /** Relative to the object root; null when the object holds the same bytes already. */
  readonly statePath: string | null;
  readonly next: Omit<NextInventory, 'content'>;
  /** In the order of their content paths' UTF-8 bytes. */
  readonly copies: readonly Copy[];
  /** Operations whose bytes need no copy, because the object or another copy has the same. */
  readonly notCopied: readonly PinnedPut[];
}

/**
 * Applies a plan to its base. The version's time is that of the job's admission, not of the clock: every attempt of a
 * job must write the same bytes to the same keys. Long computations yield to other work of the process. Throws
 * JobFailure for a plan that cannot be applied.
 */
export const composeVersion = async (attempt: Attempt, base: Base, plan: PinnedPlan): Promise<ComposedVersion> => {
  const { group, job, object, jobToken } = attempt;
  const created = versionCreated(new Date(job.since), attempt.base?.created ?? null);
  const agent = job.request.createdBy;
  const wanted = job.request.archivalGroupName?.trim() ?? '';
  const context = { agent, at: created, group, ...(wanted !== '' && { name: wanted }) };
  const before = await base.part(plan.entries);
  const outcome = await runInSlices(applyPlan(before.state, plan.entries, context));
  if ('error' in outcome) throw planFailure(group, outcome.error);
  const { state } = outcome;
  const stateFile = await before.render(state);
  const { puts, deletes } = await runInSlices(changedFiles(before.state, state));
  const { content, ...next } = await before.next({
    objectId: ocflId(group),
    objectRoot: object.root,
    jobToken,
    created,
    user: versionUser(agent),
    message: job.request.message ?? job.jobId,
    puts: puts.set(STATE_PATH, stateFile.sha256),
    deletes,
  });
  const placedBytes = await runInSlices(placed(plan.puts, content));
  const totals = sum(before.rest, await runInSlices(totalsOf(state)));
  return { created, name: state.name, totals, stateFile, next, ...placedBytes };
};

/** The operations whose bytes the object lacks, with their content paths, and the others. */
function* placed(
  puts: readonly PinnedPut[],
  content: NextInventory['content'],
): SlicedWork<Pick<ComposedVersion, 'copies' | 'notCopied' | 'statePath'>> {
  const waiting = new Map<string, PinnedPut>();
  yield* eachSliced(puts, (put) => waiting.set(put.path, put));
  const copies: Copy[] = [];
  let statePath: string | null = null;
  yield* eachSliced(content, ({ logicalPath, contentPath }) => {
    const put = waiting.get(logicalPath);
    waiting.delete(logicalPath);
    if (put !== undefined) copies.push({ put, contentPath });
    else if (logicalPath === STATE_PATH) statePath = contentPath;
  });
  return { copies, notCopied: [...waiting.values()], statePath };
}

/** The failure of a job whose plan cannot be applied, for the user. */
export const planFailure = (group: RepositoryPath, { path, message }: PlanError): JobFailure =>
  new JobFailure(path === '' ? null : pathIn(group, path), message);

/** Logical paths of files that are new or have new bytes, with their digests, and of those that are removed. */
function* changedFiles(
  before: GroupState,
  after: GroupState,
): SlicedWork<{ readonly puts: Map<string, string>; readonly deletes: ReadonlySet<string> }> {
  const puts = new Map<string, string>();
  yield* eachSliced(after.binaries.values(), ({ path, sha256 }) => {
    if (sha256 !== null && before.binaries.get(path)?.sha256 !== sha256) puts.set(path, sha256);
  });
  const deletes = new Set<string>();
  yield* eachSliced(before.binaries.keys(), (path) => {
    if (!after.binaries.has(path)) deletes.add(path);
  });
  return { puts, deletes };
}

import { setImmediate } from 'node:timers/promises';
import type { Rendering } from '../../formats/digests/rendering.js';
import { applyPlan, type PlanError } from '../../formats/ocfl/apply-plan.js';
import type { GroupState } from '../../formats/ocfl/group-state.js';
import { renderState } from '../../formats/ocfl/state-file.js';
import { STATE_PATH } from '../../formats/ocfl/state-folder.js';
import { versionCreated } from '../../formats/ocfl/version-time.js';
import { versionUser } from '../../formats/ocfl/version-user.js';
import { ocflId, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { pathIn, type Attempt } from './attempt.js';
import { JobFailure } from './job-failure.js';
import type { NextInventory } from './next-inventory.js';
import type { PinnedPut } from './origin.js';
import type { PinnedPlan } from './pin-origins.js';
import type { Base } from './read-base.js';

/** Bytes that must get from an origin into the object. */
export interface Copy {
  readonly put: PinnedPut;
  /** Relative to the object root. */
  readonly contentPath: string;
}

/** A new version, complete on paper. */
export interface ComposedVersion {
  readonly created: string;
  readonly state: GroupState;
  readonly stateFile: Rendering;
  /** Null when the object holds these very bytes already. */
  readonly stateKey: string | null;
  readonly next: NextInventory;
  readonly copies: readonly Copy[];
  /** Operations whose bytes need no copy, because the object or another copy has the same. */
  readonly spared: readonly PinnedPut[];
}

/**
 * The version that a plan makes of its base. Its moment is that of the job's admission, not the clock's: every attempt
 * of a job must come to the same bytes under the same keys. What takes long for many files is done in turns with other
 * work of the process.
 */
export const composeVersion = async (attempt: Attempt, base: Base, plan: PinnedPlan): Promise<ComposedVersion> => {
  const { group, job, object, jobToken } = attempt;
  const created = versionCreated(new Date(job.since), attempt.base?.created ?? null);
  const agent = job.request.createdBy;
  const name = job.request.archivalGroupName?.trim() ?? '';
  const outcome = applyPlan(base.state, plan.entries, { agent, at: created, group, ...(name !== '' && { name }) });
  if ('error' in outcome) throw planFailure(group, outcome.error);
  const { state } = outcome;
  await setImmediate();
  const stateFile = await renderState(state);
  const changed = changedFiles(base.state, state);
  await setImmediate();
  const next = base.next({
    objectId: ocflId(group),
    objectRoot: object.root,
    jobToken,
    created,
    user: versionUser(agent),
    message: job.jobId,
    puts: changed.set(STATE_PATH, stateFile.sha256),
    deletes: new Set([...base.state.binaries.keys()].filter((path) => !state.binaries.has(path))),
  });
  await setImmediate();
  const contentPaths = new Map(next.content.map(({ logicalPath, contentPath }) => [logicalPath, contentPath]));
  const copies: Copy[] = [];
  const spared: PinnedPut[] = [];
  for (const put of plan.puts) {
    const contentPath = contentPaths.get(put.path);
    if (contentPath === undefined) spared.push(put);
    else copies.push({ put, contentPath });
  }
  const statePath = contentPaths.get(STATE_PATH);
  const stateKey = statePath === undefined ? null : `${object.root}/${statePath}`;
  return { created, state, stateFile, stateKey, next, copies, spared };
};

/** What is wrong with a plan, in words for the one who asked for it. */
export const planFailure = (group: RepositoryPath, { path, message }: PlanError): JobFailure =>
  new JobFailure(path === '' ? null : pathIn(group, path), message);

/** Logical paths with the digests of files that are new or have new bytes. */
const changedFiles = (before: GroupState, after: GroupState): Map<string, string> => {
  const changed = new Map<string, string>();
  for (const { path, sha256 } of after.binaries.values())
    if (sha256 !== null && before.binaries.get(path)?.sha256 !== sha256) changed.set(path, sha256);
  return changed;
};

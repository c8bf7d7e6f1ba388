import type { PlannedOperation } from '../../events/import-plan.js';
import { planViolation } from '../../formats/group-state/apply-plan.js';
import { versionOf, type Attempt, intentOf } from './attempt.js';
import { bytesOf, composeVersion, planFailure, type ComposedVersion } from './compose-version.js';
import { beginContent } from './begin-content.js';
import { copyContent } from './copy-content.js';
import { JobFailure, throwRefused } from './job-failure.js';
import { pinOrigins } from './pin-origins.js';
import { readBase } from './read-base.js';
import { readOperations } from './read-operations.js';
import { stageVersion } from './stage-version.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import type { CommittedVersion, ImportRequest } from '../../events/archival-group.js';
import { onLedger } from '../../commands/archival-group/ledger-stream.js';
import { reserveGroup } from '../../commands/processes/imports/run-import.js';

/** All steps up to the commit point; until then nothing of them is visible in the repository. */
export const prepareVersion = async (attempt: Attempt): Promise<void> => {
  const { dependencies, job, base, step, report } = attempt;
  report({ step: 'prepare' });
  const violation = requestViolation(job.request, base === null);
  if (violation !== null) throw new JobFailure(null, violation);
  if (base === null) await step('reserve-group', () => reserve(attempt));
  const before = await readBase(attempt);
  const operations = await step('read-plan', () => readOperations(dependencies.events, job.jobId));
  await refuseUnusable(attempt, operations);
  const plan = await pinOrigins(attempt, operations);
  const version = await composeVersion(attempt, before, plan);
  const there = await beginContent(attempt, version);
  await copyContent(attempt, { ...version, there });
  const inventory = await stageVersion(attempt, version);
  await step('decide-commit', () =>
    commit(attempt, {
      jobId: job.jobId,
      epoch: job.epoch,
      version: versionOf(attempt),
      created: version.created,
      name: version.name,
      inventory,
      baseInventoryETag: before.etag,
      totals: { ...version.totals, ...addedBy(version) },
      by: job.request.createdBy,
    }),
  );
};

/** Reserves the path of a new group; throws JobFailure when it cannot be used. */
const reserve = async (attempt: Attempt): Promise<void> => {
  const { dependencies, group: path, job } = attempt;
  const reservation = { path, jobId: job.jobId, displayName: job.request.archivalGroupName };
  throwRefused(path, await reserveGroup(dependencies, intentOf(attempt, 'reserve'), reservation));
};

/**
 * The commit point. After a concurrent append to the ledger it decides again; throws LeaseLost when another worker has the
 * job. `by` is named as the version's author.
 */
const commit = async (attempt: Attempt, decided: CommittedVersion): Promise<void> => {
  const { dependencies, group: path } = attempt;
  throwRefused(
    path,
    await onLedger(dependencies, intentOf(attempt, 'commit'), { type: 'DecideCommit', path, ...decided }),
  );
};

/** Throws JobFailure for a plan that is invalid for any group, before its origins are checked. */
const refuseUnusable = async ({ group }: Attempt, operations: readonly PlannedOperation[]): Promise<void> => {
  const fault = operations.find((operation) => operation.fault !== undefined)?.fault;
  if (fault !== undefined) throw new JobFailure(null, fault);
  const unusable = await runInSlices(planViolation(operations, group));
  if (unusable !== null) throw planFailure(group, unusable);
};

const addedBy = ({ copies }: ComposedVersion): { readonly addedFiles: number; readonly addedBytes: number } => ({
  addedFiles: copies.length,
  addedBytes: bytesOf(copies),
});

/** Why a request does not fit its group, before its plan is read (preservation 2.11 and 4.4); null when it does. */
const requestViolation = (
  { isUpdate, archivalGroupName }: Pick<ImportRequest, 'isUpdate' | 'archivalGroupName'>,
  isNew: boolean,
): string | null => {
  if (isUpdate === false && !isNew) return 'Archival Group is not null for new Import';
  if (isUpdate === true && isNew) return 'Archival Group was null for update';
  if (isNew && (archivalGroupName ?? '').trim() === '') return 'Archival Group does not have a name';
  return null;
};

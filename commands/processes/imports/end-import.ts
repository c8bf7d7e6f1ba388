import { latest, type HandleResult } from '../../core/decider.js';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { DepositFact } from '../../../events/deposit.js';
import type { Position } from '../../../events/envelope.js';
import { parentOf, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { releaseAdmission } from '../deposits/deposit-admission.js';
import { readEntry } from '../../container/entry-stream.js';
import { requireMoved } from '../../container/move-entries.js';
import { onEntry } from '../../container/on-entry.js';
import { onDeposit, readDeposit } from '../../deposit/deposit-stream.js';
import { onImportJob, readImportJob } from '../../import-job/import-job-stream.js';
import type { ImportJob } from '../../import-job/state.js';
import { kindAt } from '../../reads/kind-at.js';
import { readLedger } from '../../archival-group/ledger-stream.js';
import type { Dependencies } from '../../core/dependencies.js';
import { endUploads } from '../../workspace/empty-workspace.js';
import { stepOf, type StreamFact } from '../../core/intent.js';

type Of<Type extends ArchivalGroupFact['type']> = StreamFact<Extract<ArchivalGroupFact, { type: Type }>>;
type EndFact = Of<'VersionPublished'> | Of<'ImportAbandoned'>;

/**
 * Ends the job on its deposit. The ledger releases the deposit first; when the deposit was admitted again meanwhile, it
 * refuses the old admission, and the new one is released too.
 */
const settleDeposit = async (
  dependencies: Dependencies,
  fact: EndFact,
  { depositId, by }: ImportJob,
): Promise<HandleResult<DepositFact> | null> => {
  if (depositId === null) return null;
  const { jobId, at } = fact.data;
  const version = fact.type === 'VersionPublished' ? fact.data.version : null;
  const reason = version === null ? 'import-failed' : 'preserved';
  for (;;) {
    const deposit = await readDeposit(dependencies.events, depositId);
    if (!deposit?.jobs.live.some((job) => job.jobId === jobId)) return null;
    const { archivalGroup: path, admission: released } = deposit;
    await releaseAdmission(dependencies, fact, { path, depositId, admission: released, reason, by });
    const settlement = { type: 'SettleImportJob', depositId, jobId, version, released, by, at } as const;
    const result = await onDeposit(dependencies, stepOf(fact, 'settle'), settlement);
    if (result.ok || result.refusal.code !== 'deposit-changed') return result;
  }
};

/**
 * After a version is published: confirms the group's entry, marks the deposit preserved, completes the job; in this order,
 * since who learns that the job is over may go on with the deposit.
 */
export const finishPublished = async (
  dependencies: Dependencies,
  fact: Of<'VersionPublished'>,
): Promise<Position | null> => {
  const { path, jobId, version, at } = fact.data;
  const job = await readImportJob(dependencies.events, jobId);
  if (job === null) return null;
  const confirmed =
    version === 1
      ? await onEntry(dependencies, stepOf(fact, 'confirm'), { type: 'ConfirmChild', path, jobId, by: job.by, at })
      : null;
  const settled = await settleDeposit(dependencies, fact, job);
  const completed = await onImportJob(dependencies, stepOf(fact, 'complete'), {
    type: 'CompleteImportJob',
    jobId,
    version,
    by: job.by,
    at,
  });
  return latest(confirmed, settled, completed);
};

/** Ends the unfinished uploads of a deposit that is preserved: what they bring could no longer be imported. */
export const endUploadsOfPreserved = async (dependencies: Dependencies, jobId: string): Promise<void> => {
  const depositId = (await readImportJob(dependencies.events, jobId))?.depositId ?? null;
  const deposit = depositId === null ? null : await readDeposit(dependencies.events, depositId);
  if (deposit?.status === 'preserved') await endUploads(dependencies, deposit);
};

/** Whether the job may have reserved its path, in a container that may have been deleted since. */
const mayBeReserved = async ({ events }: Dependencies, path: RepositoryPath): Promise<boolean> => {
  const parent = parentOf(path) ?? '';
  if (parent === '' || (await readEntry(events, path)).length > 0n) return true;
  const { kind } = await kindAt(events, parent);
  return kind === 'container' || (await readEntry(events, parent)).length > 0n;
};

/** Releases the path that a job for a new group may have reserved, and bars the job from reserving it later. */
const releasePath = async (dependencies: Dependencies, fact: Of<'ImportAbandoned'>, by: string): Promise<void> => {
  const { path, jobId, at } = fact.data;
  const { versions } = await readLedger(dependencies.events, path);
  if (versions.length > 0) return;
  await requireMoved(dependencies, stepOf(fact, 'release path'), path);
  if (!(await mayBeReserved(dependencies, path))) return;
  await onEntry(dependencies, stepOf(fact, 'release path'), { type: 'ReleaseChild', path, jobId, by, at });
};

/** After a job is abandoned: releases its path, marks the deposit as in error, and fails the job; in this order, too. */
export const finishAbandoned = async (
  dependencies: Dependencies,
  fact: Of<'ImportAbandoned'>,
): Promise<Position | null> => {
  const { jobId, errors, at } = fact.data;
  const job = await readImportJob(dependencies.events, jobId);
  if (job === null) return null;
  await releasePath(dependencies, fact, job.by);
  const settled = await settleDeposit(dependencies, fact, job);
  const command = { type: 'FailImportJob', jobId, errors, by: job.by, at } as const;
  return latest(settled, await onImportJob(dependencies, stepOf(fact, 'fail'), command));
};

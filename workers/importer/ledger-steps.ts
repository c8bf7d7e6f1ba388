import {
  abandonImport,
  beginContent,
  decideCommit,
  reassignImport,
  recordProgress,
  recordPublished,
  reserveGroup,
  startImport,
} from '../../commands/processes/run-import.js';
import type { Refusal } from '../../commands/core/decider.js';
import type { Intent, Services } from '../../commands/core/services.js';
import type { CommittedVersion, ImportFailure } from '../../events/archival-group.js';
import { uuidV5 } from '../../events/ids.js';
import { timestampOf } from '../../events/time.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { Holding } from '../job-kind.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import type { Attempt } from './attempt.js';
import { JobFailure } from './job-failure.js';

type Recording = Pick<Services, 'now'>;

/** What a worker does for a job is recognised by the job and the step, whoever repeats it. */
const intentOf = ({ now }: Recording, jobId: string, step: string, agent: string): Intent => ({
  commandId: uuidV5(`import ${jobId}: ${step}`),
  correlationId: jobId,
  actor: { agent, source: 'platform', appId: null },
  at: timestampOf(now()),
});

const inEpoch = ({ services, job }: Attempt, step: string): Intent =>
  intentOf(services, job.jobId, `${step} in epoch ${job.epoch}`, job.request.createdBy);

/** Another worker has the job, or it has ended: this one leaves everything as it is. */
const isLost = ({ code }: Refusal): boolean => code === 'lease-lost' || code === 'import-not-live';

/**
 * Claims a job for this holder, after whom the claim is named: a rival's claim must never look like this one's echo.
 * Answers the epoch won; null when somebody else was faster.
 */
export const claimImport = async (
  services: Services,
  holder: string,
  { jobId, archivalGroup: path }: { readonly jobId: string; readonly archivalGroup: RepositoryPath },
  from: Holding,
): Promise<number | null> => {
  const step = `${from.state === 'held' ? `reassign from epoch ${from.epoch}` : 'start'} to ${holder}`;
  const intent = intentOf(services, jobId, step, 'platform');
  const job = { path, jobId, worker: holder };
  const outcome =
    from.state === 'held'
      ? await reassignImport(services, intent, { ...job, epoch: from.epoch })
      : await startImport(services, intent, job);
  return 'refusal' in outcome ? null : outcome.ok.epoch;
};

/** Takes the path for a new group; fails when it cannot be one's. */
export const reserve = async (attempt: Attempt): Promise<void> => {
  const { services, group: path, job } = attempt;
  const displayName = job.request.archivalGroupName;
  const outcome = await reserveGroup(services, inEpoch(attempt, 'reserve'), { path, jobId: job.jobId, displayName });
  if (!('refusal' in outcome)) return;
  if (isLost(outcome.refusal)) throw new LeaseLost(outcome.refusal.detail);
  throw new JobFailure(path, outcome.refusal.detail);
};

export const report = (
  { services, job }: Attempt,
  sofar: { readonly files: number; readonly bytes: number },
): Promise<void> => {
  const { jobId, epoch, request } = job;
  const step = `progress at ${services.now().toISOString()} in epoch ${epoch}`;
  const intent = intentOf(services, jobId, step, request.createdBy);
  return recordProgress(services, intent, { jobId, ...sofar });
};

/** Says where content will be written. Throws LeaseLost when the job is not, or no longer, this worker's. */
export const announceContent = async (attempt: Attempt, folder: string): Promise<void> => {
  const { services, group: path, job } = attempt;
  const { jobId, epoch } = job;
  const outcome = await beginContent(services, inEpoch(attempt, 'begin content'), { path, jobId, epoch, folder });
  if ('refusal' in outcome) throw new LeaseLost(outcome.refusal.detail);
};

/** The commit point. Throws LeaseLost when the job is not, or no longer, this worker's. */
export const commit = async (attempt: Attempt, decided: CommittedVersion): Promise<void> => {
  const { services, group: path } = attempt;
  const outcome = await decideCommit(services, inEpoch(attempt, 'commit'), { path, ...decided });
  if (!('refusal' in outcome)) return;
  const { refusal } = outcome;
  if (isLost(refusal) || refusal.code === 'import-committed') throw new LeaseLost(refusal.detail);
  throw new JobFailure(path, refusal.detail);
};

/** Ends the job as failed; false when it is past that, or somebody else's. */
export const abandon = async (attempt: Attempt, errors: readonly ImportFailure[]): Promise<boolean> => {
  const { services, group: path, job } = attempt;
  const { jobId, epoch } = job;
  const outcome = await abandonImport(services, inEpoch(attempt, 'abandon'), { path, jobId, epoch, errors });
  return !('refusal' in outcome);
};

/** Shows the version; a job that somebody else has brought to its end is no error. */
export const showPublished = async (
  services: Services,
  path: RepositoryPath,
  { jobId, version, by }: CommittedVersion,
): Promise<void> => {
  await recordPublished(services, intentOf(services, jobId, 'published', by), { path, jobId, version });
};

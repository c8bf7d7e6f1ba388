import type { DepositFact } from '../../events/deposit.js';
import { refuse, type Decision } from '../core/decider.js';
import { cancelledBy, decideSteering, jobEnded } from '../core/steering.js';
import { isArchiving, type ArchiveJob } from './archive-job.js';
import type { SteerDepositJob } from './commands.js';
import { cancelRun } from './pipeline.js';
import { endedRun, type LiveRun } from './pipeline-run.js';
import type { Deposit } from './state.js';

type DepositDecision = Decision<DepositFact>;

const steerRun = (command: SteerDepositJob, deposit: Deposit, run: LiveRun): DepositDecision => {
  const { depositId, jobId, step, by, at } = command;
  if (step === 'cancel') return [cancelRun(deposit, run, cancelledBy(by), command)];
  const steered = { ...run.steering, name: `pipeline run ${jobId}`, jobId, isRunning: run.epoch > 0 };
  return decideSteering({ place: { depositId }, step, by, at }, steered);
};

/** An archive job is cancelled before it removes anything. */
const cancelArchiving = ({ depositId, jobId, by, at }: SteerDepositJob, { verified }: ArchiveJob): DepositDecision => {
  if (verified !== null)
    return refuse(
      'removal-decided',
      `The files of deposit ${depositId} are being removed; archive job ${jobId} cannot be cancelled.`,
      { what: `archive job ${jobId}`, ...verified },
    );
  const errors = [{ path: null, message: cancelledBy(by) }];
  return [{ type: 'DepositArchivingFailed', data: { depositId, jobId, errors, cancelledBy: by, by, at } }];
};

const steerArchiving = (command: SteerDepositJob, job: ArchiveJob): DepositDecision => {
  const { depositId, jobId, step, by, at } = command;
  if (step === 'cancel') return cancelArchiving(command, job);
  const steered = { ...job.steering, name: `archive job ${jobId}`, jobId, isRunning: job.epoch > 0 };
  return decideSteering({ place: { depositId }, step, by, at }, steered);
};

const wasCancelled = (jobId: string, { pipeline, archiveJob }: Deposit): boolean => {
  const ended = archiveJob?.jobId === jobId ? archiveJob : endedRun(pipeline, jobId);
  return ended !== null && ended.cancelledBy !== null;
};

/** Steers the pipeline run or the archive job under way; a cancel of one that was cancelled changes nothing. */
export const steerDepositJob = (command: SteerDepositJob, deposit: Deposit): DepositDecision => {
  const { jobId, step } = command;
  const { archiveJob, pipeline } = deposit;
  if (pipeline.live?.runId === jobId) return steerRun(command, deposit, pipeline.live);
  if (isArchiving(archiveJob) && archiveJob.jobId === jobId) return steerArchiving(command, archiveJob);
  return step === 'cancel' && wasCancelled(jobId, deposit) ? [] : jobEnded(jobId);
};

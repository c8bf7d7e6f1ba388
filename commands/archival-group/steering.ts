import type { ArchivalGroupFact } from '../../events/archival-group.js';
import { refuse, type Decision } from '../core/decider.js';
import { cancelledBy, decideSteering, jobEnded } from '../core/steering.js';
import type { SteerGroupJob } from './commands.js';
import { epochOf, type Ledger, type LiveExport, type LiveImport } from './state.js';

type LedgerDecision = Decision<ArchivalGroupFact>;

/** An import is cancelled before its commit point, whether a worker has begun it or not. */
const cancelImport = ({ path, jobId, by, at }: SteerGroupJob, job: LiveImport): LedgerDecision => {
  if (job.phase === 'committed') {
    const { version, by: whose } = job.decided;
    return refuse(
      'version-decided',
      `Version ${version} is already decided; import job ${jobId} cannot be cancelled.`,
      {
        what: `version ${version}`,
        by: whose,
        since: job.decidedAt,
      },
    );
  }
  const errors = [{ path: null, message: cancelledBy(by) }];
  return [{ type: 'ImportAbandoned', data: { path, jobId, epoch: epochOf(job), errors, cancelledBy: by, at } }];
};

const steerImport = (command: SteerGroupJob, job: LiveImport): LedgerDecision => {
  const { path, jobId, step, by, at } = command;
  if (step === 'cancel') return cancelImport(command, job);
  const steered = { ...job.steering, name: `import job ${jobId}`, jobId, isRunning: job.phase !== 'admitted' };
  return decideSteering({ place: { path }, step, by, at }, steered);
};

const steerExport = (command: SteerGroupJob, { steering, epoch }: LiveExport): LedgerDecision => {
  const { path, jobId, step, by, at } = command;
  if (step === 'cancel') return [{ type: 'ExportAbandoned', data: { path, exportId: jobId, by, cancelledBy: by, at } }];
  const steered = { ...steering, name: `export ${jobId}`, jobId, isRunning: epoch > 0 };
  return decideSteering({ place: { path }, step, by, at }, steered);
};

/** Steers the import or the export under way; a cancel of one that was cancelled changes nothing. */
export const steerGroupJob = (command: SteerGroupJob, ledger: Ledger): LedgerDecision => {
  const { jobId, step } = command;
  const { job, export: live, cancelled } = ledger;
  if (job?.jobId === jobId) return steerImport(command, job);
  if (live?.exportId === jobId) return steerExport(command, live);
  return step === 'cancel' && cancelled.has(jobId) ? [] : jobEnded(jobId);
};

import type { JobReportLine, PlatformJobEnd, PlatformJobFact, NewPlatformJob } from '../../events/platform-job.js';
import { refuse, type AnyCommand, type Decider, type Decision } from '../core/decider.js';
import { cancelledBy, decideSteering, heldRefusal, jobEnded, type SteeringStep } from '../core/steering.js';
import { evolvePlatformJob, type LivePlatformJob, type PlatformJob, type PlatformJobState } from './state.js';

interface OfJob<Type extends string> extends AnyCommand<Type> {
  readonly jobId: string;
}

export interface RequestJob extends OfJob<'RequestJob'> {
  readonly request: NewPlatformJob;
}

/** A cancel ends the job whoever works it. */
interface SteerPlatformJob extends OfJob<'SteerJob'> {
  readonly step: SteeringStep;
}

/** What the worker with this epoch does. */
type WorkerCommand =
  /** Takes the job up, or over from the worker with this epoch. */
  | (OfJob<'ClaimJob'> & { readonly epoch: number; readonly worker: string })
  | (OfJob<'RecordJobReport'> & {
      readonly epoch: number;
      readonly page: number;
      readonly lines: readonly JobReportLine[];
    })
  | (OfJob<'EndJob'> & PlatformJobEnd & { readonly epoch: number });

export type PlatformJobCommand = RequestJob | WorkerCommand | SteerPlatformJob;

type JobDecision = Decision<PlatformJobFact>;

const byWorker = (command: WorkerCommand, job: LivePlatformJob): JobDecision => {
  const { jobId, epoch, at } = command;
  const { epoch: present } = job;
  if (epoch !== present) return refuse('lease-lost', `Another worker has job ${jobId}, in epoch ${present}.`);
  switch (command.type) {
    case 'ClaimJob':
      return (
        heldRefusal(job.steering, nameOf(job)) ?? [
          { type: 'JobClaimed', data: { jobId, epoch: epoch + 1, worker: command.worker, at } },
        ]
      );
    case 'RecordJobReport': {
      const { page, lines } = command;
      return [{ type: 'JobReportPageRecorded', data: { jobId, epoch, page, lines, at } }];
    }
    case 'EndJob': {
      const { outcome, summary, errors, failures } = command;
      return [{ type: 'JobEnded', data: { jobId, epoch, outcome, summary, errors, failures, at } }];
    }
  }
};

const cancel = ({ jobId, by, at }: SteerPlatformJob, { epoch }: LivePlatformJob): JobDecision => {
  const errors = [{ path: null, message: cancelledBy(by) }];
  const end = { outcome: 'completedWithErrors', summary: null, errors, failures: 1 } as const;
  return [{ type: 'JobEnded', data: { jobId, epoch, ...end, cancelledBy: by, at } }];
};

const nameOf = ({ request: { kind, jobId } }: LivePlatformJob): string => `${kind} job ${jobId}`;

/** A cancel of a job that was cancelled changes nothing. */
const steer = (command: SteerPlatformJob, job: PlatformJob): JobDecision => {
  const { jobId, step, by, at } = command;
  if (job.status === 'ended') return step === 'cancel' && job.cancelledBy !== null ? [] : jobEnded(jobId);
  if (step === 'cancel') return cancel(command, job);
  const steered = { ...job.steering, name: nameOf(job), jobId, isRunning: job.epoch > 0 };
  return decideSteering({ place: {}, step, by, at }, steered);
};

/** Jobs of the platform, one stream each. */
export const platformJob: Decider<PlatformJobState, PlatformJobCommand, PlatformJobFact> = {
  initial: { status: 'absent' },
  decide(command, state) {
    const { jobId, by, at } = command;
    if (command.type === 'RequestJob') {
      if (state.status !== 'absent') return [];
      return [{ type: 'JobRequested', data: { ...command.request, jobId, by, at } }];
    }
    if (state.status === 'absent') return refuse('job-not-found', `There is no job ${jobId}.`);
    if (command.type === 'SteerJob') return steer(command, state);
    if (state.status === 'ended') return refuse('lease-lost', `Job ${jobId} has ended.`);
    return byWorker(command, state);
  },
  evolve: evolvePlatformJob,
};

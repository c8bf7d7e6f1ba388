import { platformJobIntent, type Intent } from '../../commands/core/intent.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import type { HandleResult } from '../../commands/core/decider.js';
import { onPlatformJob, platformJobStream, readPlatformJob } from '../../commands/platform-job/platform-job-stream.js';
import { cause } from '../../events/cause.js';
import type { Fact, Position } from '../../events/envelope.js';
import { firstFact } from '../../events/first-fact.js';
import type { PlatformJobEnd, PlatformJobSummary, RequestedPlatformJob } from '../../events/platform-job.js';
import { isTransient } from '../../events/transient.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import { withoutServerPaths } from '../../formats/paths/without-server-paths.js';
import type { WithCorrelation } from '../job-kind.js';
import type { JobOutput } from '../job-output.js';
import type { Log } from '../log.js';
import type { ReportProgress } from '../progress.js';
import { steps, type Step } from '../step.js';
import { ReportPages } from './report-pages.js';

/** A job of the platform that may need a worker. */
export interface PlatformJobTask {
  readonly jobId: string;
}

/** A job as one worker has it. */
export interface HeldPlatformJob {
  readonly request: RequestedPlatformJob;
  /** The position of its first fact. */
  readonly requestedAt: Position;
  readonly correlationId: string;
}

/** Does what a job is for. Rejects with the reason of the signal, and with the faults of the ports. */
export type CarryOut = (job: HeldPlatformJob, output: JobOutput, signal: AbortSignal) => Promise<PlatformJobSummary>;

export interface PlatformJobWork {
  readonly dependencies: Pick<Dependencies, 'events' | 'producer' | 'now'>;
  readonly carryOut: CarryOut;
  readonly log: Log;
  readonly task: WithCorrelation<PlatformJobTask>;
  readonly epoch: number;
  readonly signal: AbortSignal;
  readonly report: ReportProgress;
}

const ATTEMPTS = 12;

const accepted = <F extends Fact>(result: HandleResult<F>): void => {
  if (!result.ok) throw new LeaseLost(result.refusal.detail);
};

const intentOf = ({ dependencies, task, epoch }: PlatformJobWork, step: string): Intent =>
  platformJobIntent(dependencies, task, `${step} in epoch ${epoch}`, 'platform');

/**
 * Works a job to its end, as long as its stream has this worker's epoch. A store that cannot be reached for long does
 * not end it: it stays as it is for the next worker, which begins it anew; any other fault ends it with errors. It stops
 * when the signal aborts.
 */
export const workPlatformJob = async (work: PlatformJobWork): Promise<void> => {
  const { dependencies, task, epoch, log, signal } = work;
  const job = await readPlatformJob(dependencies.events, task.jobId);
  const first = await firstFact(dependencies.events, platformJobStream(task.jobId));
  if (job?.status !== 'live' || job.epoch !== epoch || first === null) return;
  const { request } = job;
  const held = { request, requestedAt: first.position, correlationId: task.correlationId };
  const step = steps({ jobId: task.jobId, log, signal, attempts: ATTEMPTS, mayPass: isTransient });
  try {
    const end = await carriedOut(work, held, step);
    const command = { type: 'EndJob', jobId: task.jobId, epoch, ...end } as const;
    accepted(await step('end', () => onPlatformJob(dependencies, intentOf(work, 'end'), command)));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof LeaseLost)) throw error;
    log.info('A job ended while this worker was working it', { job: task.jobId });
  }
};

/** Carries the job out. Answers how it ends, with what it found before a fault where one stopped it. */
const carriedOut = async (work: PlatformJobWork, held: HeldPlatformJob, step: Step): Promise<PlatformJobEnd> => {
  const { task, epoch, log, signal, report: progress } = work;
  const { jobId } = task;
  const report = new ReportPages(async (page, lines) => {
    const command = { type: 'RecordJobReport', jobId, epoch, page, lines } as const;
    const record = () => onPlatformJob(work.dependencies, intentOf(work, `report ${page}`), command);
    accepted(await step('record-report', record));
  });
  const output: JobOutput = {
    line: (line) => report.line(line),
    failure: (line) => report.failure(line),
    progress,
  };
  let summary: PlatformJobSummary | null = null;
  try {
    summary = await work.carryOut(held, output, signal);
  } catch (error) {
    if (signal.aborted || error instanceof LeaseLost || isTransient(error)) throw error;
    log.warn('A job has failed', { job: jobId, ...cause(error) });
    report.failure(faultLine(held.request, error));
  }
  const { errors, failures } = await report.end();
  return { outcome: failures === 0 ? 'completed' : 'completedWithErrors', summary, errors, failures };
};

const faultLine = ({ kind }: RequestedPlatformJob, error: unknown) => ({
  ...{ code: 'job-failed', archivalGroup: null, key: null, expected: null, found: null },
  message: `The ${kind} did not get to its end: ${withoutServerPaths(cause(error).cause)}`,
});

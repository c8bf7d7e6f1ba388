import type { JobReportLine, PlatformJobFact } from '../../events/platform-job.js';
import type { EventStore } from '../../events/store.js';
import type { CommandInput, HandleResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { fold } from '../core/fold.js';
import { handle } from '../core/handle.js';
import type { Intent } from '../core/intent.js';
import { platformJob, type PlatformJobCommand } from './decider.js';
import type { PlatformJob } from './state.js';

export const platformJobStream = (jobId: string): string => `job-${jobId}`;

/** Carries out a command on a job of the platform. */
export const onPlatformJob = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: CommandInput<PlatformJobCommand>,
): Promise<HandleResult<PlatformJobFact>> =>
  handle(dependencies, intent, { decider: platformJob, stream: platformJobStream(command.jobId), command });

/** A job as its stream has it; null for an id that no job of the platform has. */
export const readPlatformJob = async (events: EventStore, jobId: string): Promise<PlatformJob | null> => {
  const { state } = await fold(events, platformJob, platformJobStream(jobId));
  return state.status === 'absent' ? null : state;
};

/** The report of the worker with this epoch, line by line. */
export async function* readJobReport(events: EventStore, jobId: string, epoch: number): AsyncGenerator<JobReportLine> {
  for await (const fact of events.read<PlatformJobFact>(platformJobStream(jobId)))
    if (fact.type === 'JobReportPageRecorded' && fact.data.epoch === epoch) yield* fact.data.lines;
}

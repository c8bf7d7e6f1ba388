import type { ImportJobFact } from '../../events/import-job.js';
import { handle } from '../core/handle.js';
import type { CommandInput, HandleResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { importJob, type ImportJobCommand } from './decider.js';
import type { EventStore } from '../../events/store.js';
import { fold } from '../core/fold.js';
import type { ImportJob } from './state.js';

export const importJobStream = (jobId: string): string => `importJob-${jobId}`;

/** Carries out a command on an import job. */
export const onImportJob = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: CommandInput<ImportJobCommand>,
): Promise<HandleResult<ImportJobFact>> =>
  handle(dependencies, intent, { decider: importJob, stream: importJobStream(command.jobId), command });

/** The import job, from its stream; null when none with this id was ever queued. */
export const readImportJob = async (events: EventStore, jobId: string): Promise<ImportJob | null> => {
  const { state } = await fold(events, importJob, importJobStream(jobId));
  return state.status === 'absent' ? null : state;
};

/** The import job as it was queued, whatever its present status; null when none with this id was ever queued. */
export const readQueuedJob = async (events: EventStore, jobId: string): Promise<ImportJob | null> => {
  for await (const fact of events.read<ImportJobFact>(importJobStream(jobId), { limit: 1 })) {
    const job = importJob.evolve(importJob.initial, fact);
    return job.status === 'absent' ? null : job;
  }
  return null;
};

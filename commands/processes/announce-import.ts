import type { Recorded } from '../../events/envelope.js';
import { IMPORT_ACTIVITIES, type ImportActivityFact } from '../../events/import-activity.js';
import type { ImportJobFact } from '../../events/import-job.js';
import { lastFact } from '../../events/last-fact.js';
import { RevisionConflict, type EventStore } from '../../events/store.js';
import { isRefusal } from '../core/decider.js';
import { propose } from '../core/handle.js';
import { importActivity, type AnnounceImportJob } from '../import-activity/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { stepOf } from '../core/intent.js';
import { importJobStream } from '../core/stream-names.js';

/** The fact that ends an import job. */
export type ImportJobEnd = Extract<ImportJobFact, { type: 'ImportJobCompleted' | 'ImportJobFailed' }>;

/** The command, from the first fact of the job's stream; null for a job that was never queued. */
const announcementOf = async (
  events: EventStore,
  { data, position, metadata }: Recorded<ImportJobEnd>,
): Promise<AnnounceImportJob | null> => {
  const { jobId, at } = data;
  for await (const { type, data: job } of events.read<ImportJobFact>(importJobStream(jobId), { limit: 1 })) {
    if (type !== 'ImportJobQueued') break;
    const { archivalGroup, at: startTime } = job;
    return {
      type: 'AnnounceImportJob',
      by: metadata.actor.agent,
      at,
      jobId,
      archivalGroup,
      startTime,
      source: position,
    };
  }
  return null;
};

/**
 * Adds the activity of a job that has ended, exactly once however often it is called: each activity holds the log
 * position of its job's end, so the last activity shows what was announced, and the append expects it to be still the
 * last. Every end before this one must have been announced. Rejects with EventStoreFault; repeating it is safe.
 */
export const announceImport = async (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  end: Recorded<ImportJobEnd>,
): Promise<void> => {
  const { events } = dependencies;
  const announcement = await announcementOf(events, end);
  if (announcement === null) return;
  for (;;) {
    const last = await lastFact<ImportActivityFact>(events, IMPORT_ACTIVITIES);
    const decision = importActivity.decide(announcement, last?.data ?? importActivity.initial);
    if (isRefusal(decision) || decision.length === 0) return;
    try {
      const facts = propose(dependencies, stepOf(end, 'announce'), announcement, decision);
      await events.append(IMPORT_ACTIVITIES, facts, last?.revision ?? 'none');
      return;
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error; // another process announced an end, perhaps this one
    }
  }
};

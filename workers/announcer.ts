import { announceImport, type ImportJobEnd } from '../commands/processes/announce-import.js';
import type { Dependencies } from '../commands/core/dependencies.js';
import type { Position, Recorded } from '../events/envelope.js';
import { IMPORT_ACTIVITIES, type ImportActivityFact } from '../events/import-activity.js';
import { lastFact } from '../events/last-fact.js';
import type { EventStore } from '../events/store.js';
import type { Checkpoint } from './checkpoint.js';
import { follow, type Follower } from './follow.js';
import { repeatUntilDone } from './repeat-until-done.js';
import type { Log } from './log.js';

export interface AnnouncerOptions {
  readonly dependencies: Pick<Dependencies, 'events' | 'producer'>;
  readonly log: Log;
}

const ENDS: ReadonlySet<string> = new Set<ImportJobEnd['type']>(['ImportJobCompleted', 'ImportJobFailed']);

const RETRIES = { firstMs: 100, capMs: 60_000 };

/** A checkpoint taken from the last activity: nothing else is stored that could be lost or disagree. */
const checkpointOfLast = async (events: EventStore): Promise<Checkpoint> => {
  const last = await lastFact<ImportActivityFact>(events, IMPORT_ACTIVITIES);
  return {
    start: last === null ? null : (last.data.source as Position),
    fenced: new AbortController().signal,
    advance: () => undefined,
    close: () => Promise.resolve(),
  };
};

/**
 * Writes the activity stream of import jobs: announces the end of every job, one after another in the order of the log.
 * Several processes may do it concurrently: each end is announced once. An end that cannot be announced is retried
 * without a limit, and later ones wait for it, because an activity is never inserted before another.
 */
export const announcer = async ({ dependencies, log }: AnnouncerOptions): Promise<Follower> =>
  follow({
    name: 'announcer',
    events: dependencies.events,
    categories: ['importJob'],
    checkpoint: await checkpointOfLast(dependencies.events),
    async take(fact, signal) {
      if (!ENDS.has(fact.type)) return;
      await repeatUntilDone(() => announceImport(dependencies, fact as Recorded<ImportJobEnd>), {
        retries: RETRIES,
        signal,
        log,
        message: 'The end of an import job could not be announced and is tried again',
        fields: { stream: fact.stream },
      });
    },
    log,
    window: 1,
  });

import { announceImport, type ImportJobEnd } from '../commands/processes/announce-import.js';
import type { Services } from '../commands/core/services.js';
import type { Position, Recorded } from '../events/envelope.js';
import { IMPORT_ACTIVITIES, type ImportActivityFact } from '../events/import-activity.js';
import { lastFact } from '../events/last-fact.js';
import type { EventStore } from '../events/store.js';
import type { Checkpoint } from './checkpoint.js';
import { follow, type Follower } from './follow.js';
import { insist } from './insist.js';
import type { Log } from './log.js';

export interface AnnouncerOptions {
  readonly services: Pick<Services, 'events' | 'producer'>;
  readonly log: Log;
}

const ENDS: ReadonlySet<string> = new Set<ImportJobEnd['type']>(['ImportJobCompleted', 'ImportJobFailed']);

const RETRIES = { firstMs: 100, capMs: 60_000 };

/** The last activity says how far its stream has come: nothing else is remembered that could be lost or disagree. */
const placeOfLast = async (events: EventStore): Promise<Checkpoint> => {
  const last = await lastFact<ImportActivityFact>(events, IMPORT_ACTIVITIES);
  return {
    start: last === null ? null : (last.data.source as Position),
    fenced: new AbortController().signal,
    advance: () => undefined,
    close: () => Promise.resolve(),
  };
};

/**
 * Writes the activity stream of import jobs: follows them and announces every end, one after another in the order of
 * the log. Several may do it at once: each end is announced by one of them. An end that cannot be announced is tried
 * again for as long as it takes, and later ones wait behind it, because an activity is never put in between.
 */
export const announcer = async ({ services, log }: AnnouncerOptions): Promise<Follower> =>
  follow({
    name: 'announcer',
    events: services.events,
    categories: ['importJob'],
    checkpoint: await placeOfLast(services.events),
    async take(fact, signal) {
      if (!ENDS.has(fact.type)) return;
      await insist(() => announceImport(services, fact as Recorded<ImportJobEnd>), {
        retries: RETRIES,
        signal,
        log,
        complaint: 'The end of an import job could not be announced and is tried again',
        fields: { stream: fact.stream },
      });
    },
    log,
    window: 1,
  });

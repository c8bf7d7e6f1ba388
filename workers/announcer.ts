import { announceGroup, type GroupChange } from '../commands/processes/activities/announce-group.js';
import { announceImport, type ImportJobEnd } from '../commands/processes/activities/announce-import.js';
import type { Dependencies } from '../commands/core/dependencies.js';
import type { Fact, Position, RecordedFact } from '../events/envelope.js';
import { GROUP_ACTIVITIES } from '../events/group-activity.js';
import { IMPORT_ACTIVITIES } from '../events/import-activity.js';
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

/** An activity stream, and what is announced in it. */
interface ActivityStream<F extends Fact> {
  readonly name: string;
  readonly stream: string;
  readonly categories: readonly string[];
  readonly types: readonly F['type'][];
  readonly announce: (dependencies: AnnouncerOptions['dependencies'], fact: RecordedFact<F>) => Promise<void>;
}

const importJobs: ActivityStream<ImportJobEnd> = {
  name: 'announcer',
  stream: IMPORT_ACTIVITIES,
  categories: ['importJob'],
  types: ['ImportJobCompleted', 'ImportJobFailed'],
  announce: announceImport,
};

const archivalGroups: ActivityStream<GroupChange> = {
  name: 'group-announcer',
  stream: GROUP_ACTIVITIES,
  categories: ['importJob', 'archivalGroup', 'activityRequest'],
  types: ['ImportJobCompleted', 'VersionAdopted', 'ArchivalGroupUpdateRequested'],
  announce: announceGroup,
};

const RETRIES = { firstMs: 100, capMs: 60_000 };

/** The streams of activities. */
export const ANNOUNCED = [importJobs.stream, archivalGroups.stream] as const;

/** The position of the fact that the last activity of a stream announces; null where there is none. */
export const lastAnnounced = async (events: EventStore, stream: string): Promise<Position | null> => {
  const last = await lastFact<Fact<string, { source: string | null }>>(events, stream);
  return last === null ? null : (last.data.source as Position | null);
};

/** A checkpoint taken from the last activity: nothing else is stored that could be lost or disagree. */
const checkpointOfLast = async (events: EventStore, stream: string): Promise<Checkpoint> => {
  return {
    start: await lastAnnounced(events, stream),
    fenced: new AbortController().signal,
    advance: () => undefined,
    close: () => Promise.resolve(),
  };
};

const announcerOf =
  <F extends Fact>({ name, stream, categories, types, announce }: ActivityStream<F>) =>
  async ({ dependencies, log }: AnnouncerOptions): Promise<Follower> => {
    const announced: ReadonlySet<string> = new Set(types);
    return follow({
      name,
      events: dependencies.events,
      categories,
      checkpoint: await checkpointOfLast(dependencies.events, stream),
      async take(fact, signal) {
        if (!announced.has(fact.type)) return;
        await repeatUntilDone(() => announce(dependencies, fact as RecordedFact<F>), {
          retries: RETRIES,
          signal,
          log,
          message: 'An activity could not be announced and is tried again',
          fields: { stream: fact.stream },
        });
      },
      log,
      window: 1,
    });
  };

/**
 * Writes the activity stream of import jobs: announces the end of every job, one after another in the order of the log.
 * Several processes may do it concurrently: each end is announced once. An end that cannot be announced is retried
 * without a limit, and later ones wait for it, because an activity is never inserted before another.
 */
export const importAnnouncer = announcerOf(importJobs);

/**
 * Writes the activity stream of archival groups in the same way: announces every version that was made by a job or
 * adopted, and every activity that was asked for.
 */
export const groupAnnouncer = announcerOf(archivalGroups);

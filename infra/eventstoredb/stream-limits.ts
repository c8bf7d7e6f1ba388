import { NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import { categoryOf } from '../../events/store.js';
import { answered } from './answered.js';
import type { Append } from './append.js';
import type { Connection, StoreLog } from './connection.js';

/** How many facts of a stream are kept, by its category; all of a category that is not named. */
export type StreamLimits = Readonly<Record<string, number>>;

/** Sees to it that streams do not keep more than they need to. */
export interface StreamLimiter {
  /** Tells of a stream that has just been written for the first time, or again. */
  written(append: Append, revision: bigint): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

/**
 * Gives the streams of some categories their `$maxCount` when they are first written, and at a later append where that
 * failed. Appends do not wait for it and do not fail with it.
 */
export const streamLimiterOf = (connection: Connection, limits: StreamLimits, log?: StoreLog): StreamLimiter => {
  const { credentials, deadlineMs } = connection;
  const missing = new Set<string>();
  const working = new Set<Promise<void>>();

  const describe = async (stream: string, maxCount: number): Promise<void> => {
    missing.add(stream);
    try {
      const options = { expectedRevision: NO_STREAM, credentials, deadline: deadlineMs, requiresLeader: true } as const;
      await answered(connection, 'the limit of a stream', (client) =>
        client.setStreamMetadata(stream, { maxCount }, options),
      );
      missing.delete(stream);
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) missing.delete(stream);
      else log?.warn('A stream keeps more facts than it needs to', { stream, cause: String(error) });
    }
  };

  return {
    written({ stream, facts }, revision) {
      const maxCount = limits[categoryOf(stream)];
      if (maxCount === undefined) return;
      if (revision !== BigInt(facts.length) - 1n && !missing.has(stream)) return;
      const work = describe(stream, maxCount).finally(() => working.delete(work));
      working.add(work);
    },
    async settled() {
      await Promise.all(working);
    },
  };
};

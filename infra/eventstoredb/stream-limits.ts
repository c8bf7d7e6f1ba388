import { NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import { categoryOf } from '../../events/store.js';
import { callWithDeadline } from './call-with-deadline.js';
import type { Append } from './append.js';
import type { Connection, StoreLog } from './connection.js';

/** How many facts of a stream are kept, by category; all of them by default. */
export type StreamLimits = Readonly<Record<string, number>>;

/** Limits the number of facts that streams keep. */
export interface StreamLimiter {
  /** Call it after each append. */
  written(append: Append, revision: bigint): void;
  /** Resolves when all work has ended. */
  settled(): Promise<void>;
}

/**
 * Sets `$maxCount` of the streams of some categories after their first append, or after a later one if that failed.
 * Appends neither wait for it nor fail with it.
 */
export const streamLimiterOf = (connection: Connection, limits: StreamLimits, log?: StoreLog): StreamLimiter => {
  const { credentials, deadlineMs } = connection;
  const missing = new Set<string>();
  const working = new Set<Promise<void>>();

  const describe = async (stream: string, maxCount: number): Promise<void> => {
    missing.add(stream);
    try {
      const options = { expectedRevision: NO_STREAM, credentials, deadline: deadlineMs, requiresLeader: true } as const;
      await callWithDeadline(connection, 'the limit of a stream', (client) =>
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

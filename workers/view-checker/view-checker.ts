import { cause } from '../../events/cause.js';
import { pause } from '../../flow/pause.js';
import { retry } from '../../flow/retry.js';
import type { EventStore } from '../../events/store.js';
import { compareWithLog, type ViewComparison } from '../../projections/comparison/compare-with-log.js';
import type { DocumentStore } from '../../projections/documents.js';
import type { SharedRecords } from '../../flow/shared-records.js';
import { beginWork, type SingletonRun } from '../singleton.js';
import type { Log } from '../log.js';
import { countedLogRecord } from './counted-log-record.js';
import { schedule, type ScheduleOptions } from './schedule.js';
import { differenceReporter } from './report-differences.js';

export interface ViewCheckerOptions extends ScheduleOptions {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  /** Where it is kept up to where the log has been counted. */
  readonly records: SharedRecords;
  readonly log: Log;
  /** How often it checks whether a comparison is due, in milliseconds. */
  readonly lookEveryMs?: number;
}

/** The result of the last comparison. */
export interface ViewCheck {
  /** When it ended, by the monotonic clock of this process. */
  readonly endedAt: number;
  readonly comparisons: readonly ViewComparison[];
}

export interface ViewChecker {
  /** Null before the first comparison, and while another process does it. */
  readonly latest: () => ViewCheck | null;
  /** Starts comparing; for `runSingleton`. */
  readonly open: () => Promise<SingletonRun>;
}

const LOOK_EVERY_MS = 2_000;
const RETRIES = { firstMs: 200, capMs: 300_000 };

/** Compares every view with the log regularly, and pauses for as long as it works. */
export const viewChecker = (options: ViewCheckerOptions): ViewChecker => {
  const { views, events, documents, records, log, lookEveryMs = LOOK_EVERY_MS } = options;
  const counted = countedLogRecord(records);
  const report = differenceReporter(documents, log);
  let latest: ViewCheck | null = null;

  const compare = async (signal: AbortSignal): Promise<void> => {
    const rest = (ms: number): Promise<void> => pause(ms, signal);
    const comparisons = await compareWithLog(views, { events, documents, counted, rest, signal });
    latest = { endedAt: performance.now(), comparisons };
    for (const comparison of comparisons) await report(comparison);
  };
  const run = async (signal: AbortSignal): Promise<void> => {
    const { isDue, done } = schedule(options);
    const look = async (): Promise<void> => {
      if (!(await isDue())) return;
      const begun = performance.now();
      await compare(signal);
      done(performance.now() - begun);
    };
    const onFailure = (error: unknown): void =>
      log.warn('The comparison of the read models with the event log failed and is tried again', cause(error));
    while (!signal.aborted) {
      await retry(look, { backOff: RETRIES, signal, onFailure }).catch(() => undefined); // it was aborted
      await pause(lookEveryMs, signal);
    }
    latest = null;
  };
  return {
    latest: () => latest,
    open: () => Promise.resolve(beginWork('the comparison', run)),
  };
};

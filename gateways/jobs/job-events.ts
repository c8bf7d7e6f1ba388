import { pause } from '../../flow/pause.js';
import type { renderJob } from '../rendering/job.js';

/** A job as it is sent; more may be said of it. */
type PresentJob = ReturnType<typeof renderJob>;

/** The id of the last event, after which a reader that connects again has nothing to wait for. */
export const ENDED = 'ended';

/** How often a job is read; also the time after which a reader connects again. */
const EVERY_MS = 1_000;
/** After so many reads without a change a comment is sent, so that proxies keep the connection. */
const SILENT_READS = 15;

export interface JobEventsOptions {
  readonly first: PresentJob;
  /** The job as it is now; null where it is not found any more. */
  readonly read: () => Promise<PresentJob | null>;
  /** Ends the events before their time. */
  readonly signal: AbortSignal;
  /** A second by default. */
  readonly everyMs?: number;
}

const eventOf = (job: PresentJob): string =>
  `${job.finished === null ? '' : `id: ${ENDED}\n`}event: job\ndata: ${JSON.stringify(job)}\n\n`;

/**
 * A job as server-sent events: as it is, then after each change, while it runs at least once a second, and last as it has
 * ended. Rejects with the faults of the view.
 */
export async function* jobEvents({
  first,
  read,
  signal,
  everyMs = EVERY_MS,
}: JobEventsOptions): AsyncGenerator<string> {
  yield `retry: ${everyMs}\n\n`;
  let sent = '';
  let silent = 0;
  for (let job: PresentJob | null = first; job !== null; job = signal.aborted ? null : await read()) {
    const text = eventOf(job);
    silent = text === sent && job.state !== 'running' ? silent + 1 : 0;
    if (silent === 0) yield text;
    else if (silent % SILENT_READS === 0) yield ':\n\n';
    if (job.finished !== null) return;
    sent = text;
    await pause(everyMs, signal);
  }
}

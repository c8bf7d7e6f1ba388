import { backOffMs } from '../../flow/back-off.js';
import { pause } from '../../flow/pause.js';
import { ApiFault } from './api-fault.js';

/** How a client waits for what is away for a moment. */
export interface Patience {
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Resolves early when the signal aborts. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Tells the person who waits. */
  readonly say: (sentence: string) => void;
  /** Nothing is tried again after it aborts. */
  readonly ending?: AbortSignal;
}

/** For so long after its first failure a request is repeated. */
const PATIENCE_MS = 60_000;
const BACKOFF = { firstMs: 500, capMs: 10_000 } as const;

/** Waits by the clock of this process. */
export const realPatience = (say: Patience['say'] = () => undefined, ending?: AbortSignal): Patience => ({
  now: () => performance.now(),
  pause: (ms, signal = ending) => pause(ms, signal),
  say,
  ...(ending === undefined ? {} : { ending }),
});

/** Whether an error says of itself that the same call may succeed later. */
const isTransient = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'transient' in error && error.transient === true;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Does a work that may be done twice, and does it again for a minute while it fails of something that passes. Rejects
 * with the last failure.
 */
export const patiently = async <T>(
  work: () => Promise<T>,
  { now, pause, say, ending }: Patience,
  passes: (error: unknown) => boolean = isTransient,
): Promise<T> => {
  const isOver = (): boolean => ending?.aborted === true;
  let until: number | null = null;
  for (let failures = 0; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error) || isOver()) throw error;
      if (until === null) say(`${reasonOf(error).replace(/\.?$/, '.')} Trying again for up to a minute.`);
      until ??= now() + PATIENCE_MS;
      const asked = error instanceof ApiFault ? error.retryAfterMs : 0;
      const waitMs = Math.max(asked, backOffMs(failures, BACKOFF));
      if (now() + waitMs > until) throw error;
      await pause(waitMs);
      if (isOver()) throw error;
    }
  }
};

import type { Position } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import type { CountedView } from '../../projections/comparison/compare-with-log.js';
import type { DocumentStore } from '../../projections/documents.js';
import { liveOf } from '../../projections/live-generation.js';

/** What a schedule of comparisons uses. */
export interface ScheduleOptions {
  readonly views: readonly CountedView[];
  readonly events: Pick<EventStore, 'head'>;
  readonly documents: Pick<DocumentStore, 'register'>;
  /** How long after a comparison the next one begins at the latest, in milliseconds. */
  readonly everyMs: number;
}

export interface Schedule {
  /** Whether a comparison is due now. Rejects with the faults of the ports. */
  readonly isDue: () => Promise<boolean>;
  /** A comparison was made, and took `tookMs` milliseconds. */
  readonly done: (tookMs: number) => void;
}

interface ViewsState {
  /** Live generations and the epochs of their projectors: a fact may have been skipped where one of them changed. */
  readonly state: string;
  readonly positions: readonly (Position | null)[];
}

const viewsState = async ({ views, documents }: ScheduleOptions): Promise<ViewsState> => {
  const registers = await Promise.all(views.map(({ name }) => documents.register(name)));
  return {
    state: registers.map(({ live, lease }) => `${live ?? '-'}:${lease.epoch}`).join(' '),
    positions: registers.map((register) => liveOf(register)?.position ?? null),
  };
};

/** The greatest part of the time that early comparisons may take, where projectors change frequently. */
const MAX_SHARE = 0.1;

/**
 * Decides when a comparison is due: after `everyMs`, and earlier when a view got another projector or generation, once
 * it has reached what was the head of the log then. Early comparisons take a tenth of the time at most.
 */
export const schedule = (options: ScheduleOptions): Schedule => {
  let seen: { readonly state: string; readonly head: Position | null } | null = null;
  let compared: string | null = null;
  let since = performance.now();
  let notBefore = since;
  return {
    isDue: async (): Promise<boolean> => {
      const { state, positions } = await viewsState(options);
      if (seen?.state !== state) seen = { state, head: await options.events.head() };
      if (performance.now() - since >= options.everyMs) return true;
      const { head } = seen;
      const isCaughtUp = head === null || positions.every((position) => position !== null && position >= head);
      return compared !== state && isCaughtUp && performance.now() >= notBefore;
    },
    done: (tookMs: number): void => {
      compared = seen?.state ?? null;
      since = performance.now();
      notBefore = since + tookMs / MAX_SHARE;
    },
  };
};

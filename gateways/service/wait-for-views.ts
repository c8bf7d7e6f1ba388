import type { Position } from '../../events/envelope.js';
import type { ReadModels } from '../../projections/read-models.js';

/** How long an answer waits for the views; the write has succeeded whether or not they are in time. */
export const VIEWS_WITHIN_MS = 2_000;

/** Waits, for a bounded time, until every view shows what was written up to a position. */
export const waitForViews =
  (views: Pick<ReadModels, 'reached'>) =>
  async (position: Position | null): Promise<void> => {
    if (position !== null) await views.reached(position, VIEWS_WITHIN_MS);
  };

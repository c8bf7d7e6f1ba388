import type { Position } from '../../events/envelope.js';
import type { ReadModels } from '../../projections/read-models.js';

/** How long an answer waits for the views; the write has succeeded in any case. */
export const VIEWS_WITHIN_MS = 2_000;

/** Waits, for a limited time, until every view has reached a position. */
export const waitForViews =
  (views: Pick<ReadModels, 'reached'>) =>
  async (position: Position | null): Promise<void> => {
    if (position !== null) await views.reached(position, VIEWS_WITHIN_MS);
  };

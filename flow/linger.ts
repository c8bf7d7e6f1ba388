import { pause } from './pause.js';

/** So many items at once mean that many more are to come. */
const MANY = 16;
const MOST_MS = 50;
const STEP_MS = 5;

/** Something that fills up until it is taken. */
export interface FillState {
  /** How much is in it. */
  readonly size: () => number;
  /** Whether nothing more is to be waited for. */
  readonly isFull: () => boolean;
}

/**
 * Waits for a batch to become fuller, since a fuller one carries more with less work: only where it has many items
 * already, and as long as more keep coming, but no longer than 50 ms.
 */
export const linger = async ({ size, isFull }: FillState): Promise<void> => {
  const begun = performance.now();
  for (let before = MANY - 1; before < size() && !isFull();) {
    if (performance.now() - begun > MOST_MS) return;
    before = size();
    await pause(STEP_MS);
  }
};

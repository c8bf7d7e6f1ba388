import type { Position } from '../../../events/envelope.js';

const DIGITS = 20;
const POSITION = /^\d{20}$/;

/** Positions count from 1 without a gap; as text they are padded, so that they sort like numbers. */
export const positionOf = (sequence: number): Position => String(sequence).padStart(DIGITS, '0') as Position;

/** The position of the newest fact; null for a log without facts. */
export const headPosition = (sequence: number): Position | null => (sequence === 0 ? null : positionOf(sequence));

/** The number of a position of this store; throws RangeError for any other text. */
export const sequenceOf = (position: Position): number => {
  const sequence = POSITION.test(position) ? Number(position) : NaN;
  if (!Number.isSafeInteger(sequence)) throw new RangeError(`${position} is not a position of this store`);
  return sequence;
};

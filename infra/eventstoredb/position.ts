import type { Position as LogPosition } from '@eventstore/db-client';
import type { Position } from '../../events/envelope.js';
import { isOfFact } from '../../events/position.js';

const DIGITS = 20;
const POSITION = /^(\d{20})-(\d{20})$/;

const padded = (value: bigint): string => value.toString().padStart(DIGITS, '0');

/** Both halves, padded, so that the text sorts in the order of the log. */
export const positionOf = ({ commit, prepare }: LogPosition): Position => {
  const first = padded(commit);
  return `${first}-${commit === prepare ? first : padded(prepare)}` as Position;
};

/** The halves of a position of a fact; RangeError for any other text. */
export const logPositionOf = (position: Position): LogPosition => {
  const [, commit, prepare] = POSITION.exec(position) ?? [];
  if (commit === undefined || prepare === undefined || !isOfFact(position))
    throw new RangeError(`${position} is not a position of this store`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};

/** Whether a position is before another; null is before the first. */
export const isBehind = (position: Position | null, other: Position | null): boolean =>
  other !== null && (position === null || position < other);

import type { Position } from '../../events/envelope.js';
import type { Refused, Success } from '../../flow/result.js';
import type { Refusal } from './decider.js';

/** What a command that writes answers: a Result, and the log position of what was written. */
export type CommandResult<T> = Written<T> | Refused<Refusal>;

/** `position` is the last fact written for this answer; null when nothing had to be written or it is not known. */
export interface Written<T> extends Success<T> {
  readonly position: Position | null;
}

export const written = <T>(value: T, position: Position | null): Written<T> => ({ ok: true, value, position });

/** The same result without its value. */
export const withoutValue = (result: CommandResult<unknown>): CommandResult<null> =>
  result.ok ? written(null, result.position) : result;

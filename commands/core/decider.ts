import type { Fact, Position } from '../../events/envelope.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { StreamFact } from './intent.js';
import type { RefusalCode } from './refusal-codes.js';
import type { Refused, Success } from '../../flow/result.js';

/** What stands in the way of a refused command: by which agent, and since when. */
export interface Holder {
  /** For the caller to read: a deposit with its id, an import job with its id, a lock. */
  readonly what: string;
  /** Agent name. */
  readonly by: string;
  /** UTC, seven fractional digits. */
  readonly since: string;
}

/** Why a command is not carried out. `detail` is a sentence for the caller. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly detail: string;
  /** The archival group whose URI a gateway adds at the end of `detail`. */
  readonly archivalGroup?: RepositoryPath;
  readonly holder?: Holder;
  /** What the caller can do about it, where `detail` has a fixed text that clients compare. */
  readonly advice?: string;
  /** The paths of the request that were left out, each with its reason. */
  readonly skipped?: readonly SkippedPath[];
}

/** A path that an edit left out; `path` is as the caller gave it, `reason` a sentence. */
export interface SkippedPath {
  readonly path: string;
  readonly reason: string;
}

export type Decision<F extends Fact> = readonly F[] | Refusal;

export const refuse = (code: RefusalCode, detail: string, holder?: Holder): Refusal => ({
  code,
  detail,
  ...(holder === undefined ? {} : { holder }),
});

export const keyReused = (): Refusal =>
  refuse('idempotency-key-reused', 'The idempotency key was used before, for another request.');

export const isRefusal = <F extends Fact>(decision: Decision<F>): decision is Refusal => 'code' in decision;

/** What every command holds: `by` is an agent's name, `at` UTC with seven fractional digits. */
export interface AnyCommand<Type extends string = string> {
  readonly type: Type;
  readonly by: string;
  readonly at: string;
}

/** A command as it is given to `handle`: `by` and `at` are those of its intent unless it says otherwise. */
export type CommandInput<Command extends AnyCommand> = Command extends AnyCommand
  ? Omit<Command, 'by' | 'at'> & Partial<Pick<Command, 'by' | 'at'>>
  : never;

/**
 * The rules of one stream family. Pure: no clock, no I/O, no randomness; what must be looked up is in the command.
 * `decide` answers new facts (none when nothing changes) or a refusal; `evolve` accepts every fact.
 */
export interface Decider<State, Command extends AnyCommand, F extends Fact> {
  readonly initial: State;
  readonly decide: (command: Command, state: State) => Decision<F>;
  readonly evolve: (state: State, fact: F) => State;
  /**
   * Whether the state after a fact follows from it alone, whatever came before. A stream that has such facts is read
   * back from its end, as far as to one of them, and never whole; absent for a family without them.
   */
  readonly standsAlone?: (fact: F) => boolean;
}

/** What a command that writes answers: a Result, and the log position of what was written. */
export type CommandResult<T> = WriteSuccess<T> | Refused<Refusal>;

/** `position` is the last fact written for this answer; null when nothing had to be written or it is not known. */
export interface WriteSuccess<T> extends Success<T> {
  readonly position: Position | null;
}

export const written = <T>(value: T, position: Position | null): WriteSuccess<T> => ({ ok: true, value, position });

/** The same result without its value. */
export const withoutValue = (result: CommandResult<unknown>): CommandResult<null> =>
  result.ok ? written(null, result.position) : result;

/** The facts of the command, written now or by an earlier attempt; none when there was nothing to change. */
export type HandleResult<F extends Fact> = CommandResult<readonly StreamFact<F>[]>;

/** The last position of the results. Positions compare as text. */
export const latest = (...results: readonly (HandleResult<Fact> | null)[]): Position | null =>
  results
    .map((result) => (result?.ok === true ? result.position : null))
    .reduce((last, position) => (position !== null && (last === null || position > last) ? position : last), null);

/** A copy of a value without some of its members. */
export const omit = <T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Omit<T, K> => {
  const copy: Partial<T> = {};
  for (const name of Object.keys(value) as (keyof T)[]) if (!names.includes(name as K)) copy[name] = value[name];
  return copy as Omit<T, K>;
};

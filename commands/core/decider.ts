import type { Fact } from '../../events/envelope.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { RefusalCode } from './refusal-codes.js';

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

export const isRefusal = <F extends Fact>(decision: Decision<F>): decision is Refusal => 'code' in decision;

/** What every command holds: `by` is an agent's name, `at` UTC with seven fractional digits. */
export interface Asked<Type extends string = string> {
  readonly type: Type;
  readonly by: string;
  readonly at: string;
}

/** A command as it is given to `handle`: `by` and `at` are those of its intent unless it says otherwise. */
export type Given<Command extends Asked> = Command extends Asked
  ? Omit<Command, 'by' | 'at'> & Partial<Pick<Command, 'by' | 'at'>>
  : never;

/**
 * The rules of one stream family. Pure: no clock, no I/O, no randomness; what must be looked up is in the command.
 * `decide` answers new facts (none when nothing changes) or a refusal; `evolve` accepts every fact.
 */
export interface Decider<State, Command extends Asked, F extends Fact> {
  readonly initial: State;
  readonly decide: (command: Command, state: State) => Decision<F>;
  readonly evolve: (state: State, fact: F) => State;
}

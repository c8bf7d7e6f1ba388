import type { Fact } from '../../events/envelope.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { RefusalCode } from './refusal-codes.js';

/** Who holds what, since when: the other side of a conflict. */
export interface Holder {
  /** The thing that holds, as the caller may name it: a deposit's id, an import job's id, an agent's lock. */
  readonly what: string;
  /** Agent name. */
  readonly by: string;
  /** UTC, seven fractional digits. */
  readonly since: string;
}

/** The archive says no. `detail` is a sentence for the caller. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly detail: string;
  /** The archival group with which `detail` ends where this is given: whoever answers the caller names it. */
  readonly archivalGroup?: RepositoryPath;
  readonly holder?: Holder;
  /** What the caller can do about it: sentences, where `detail` has a text that clients compare. */
  readonly advice?: string;
  /** What was asked for and is not done, each with its reason. */
  readonly skipped?: readonly SkippedPath[];
}

/** A path that an edit passed over; `path` is as the caller gave it, `reason` a sentence. */
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

/** What every command says of itself: `by` is an agent's name, `at` UTC with seven fractional digits. */
export interface Asked<Type extends string = string> {
  readonly type: Type;
  readonly by: string;
  readonly at: string;
}

/**
 * What one stream family allows. Pure: no clock, no I/O, no chance; whatever must be looked up comes in the command.
 * `decide` answers the facts that follow (none when nothing changes) or a refusal; `evolve` never refuses, because
 * facts have already happened.
 */
export interface Decider<State, Command extends Asked, F extends Fact> {
  readonly initial: State;
  readonly decide: (command: Command, state: State) => Decision<F>;
  readonly evolve: (state: State, fact: F) => State;
}

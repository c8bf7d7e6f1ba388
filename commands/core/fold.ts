import type { Fact, Position } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { refused } from '../../flow/result.js';
import { keyReused, written, type AnyCommand, type Decider, type HandleResult } from './decider.js';
import type { StreamFact, Intent } from './intent.js';

/** The first and last revision of the facts of one command. */
export interface Span {
  readonly first: bigint;
  readonly last: bigint;
}

/** The state of a stream up to a revision. */
export interface StreamState<State> {
  readonly state: State;
  readonly revision: bigint | 'none';
  /** The `occurredAt` of the last fact; null where there is none. */
  readonly lastAt: string | null;
  /** By command id. */
  readonly commands: ReadonlyMap<string, Span>;
}

/** More streams than a busy process works on at the same time; bounds the memory. */
const STREAMS_KEPT = 2000;

type StateCache = Map<string, StreamState<unknown>>;
const keptFor = new WeakMap<EventStore, StateCache>();

const keptOf = (events: EventStore): StateCache => {
  const kept = keptFor.get(events) ?? (new Map() as StateCache);
  keptFor.set(events, kept);
  return kept;
};

const keep = (kept: StateCache, stream: string, folded: StreamState<unknown>): void => {
  kept.delete(stream);
  kept.set(stream, folded);
  const [oldest] = kept.keys();
  if (kept.size > STREAMS_KEPT && oldest !== undefined) kept.delete(oldest);
};

/**
 * Folds a stream up to its present end. States are cached for each event store, so only newer facts are read. A stream
 * always belongs to the same family, so the cached state has the decider's type. Rejects with EventStoreFault.
 */
export const fold = async <State, Command extends AnyCommand, F extends Fact>(
  events: EventStore,
  decider: Decider<State, Command, F>,
  stream: string,
): Promise<StreamState<State>> => {
  const kept = keptOf(events);
  const known = kept.get(stream) as StreamState<State> | undefined;
  let { state, revision, lastAt } = known ?? { state: decider.initial, revision: 'none' as const, lastAt: null };
  // Concurrent readers may add to the same map: they add the same entries.
  const commands = (known?.commands ?? new Map()) as Map<string, Span>;
  for await (const fact of events.read<F>(stream, revision === 'none' ? {} : { from: revision + 1n })) {
    state = decider.evolve(state, fact);
    ({ revision } = fact);
    lastAt = fact.metadata.occurredAt;
    const first = commands.get(fact.metadata.commandId)?.first ?? revision;
    commands.set(fact.metadata.commandId, { first, last: revision });
  }
  const folded = { state, revision, lastAt, commands };
  if (revision !== 'none') keep(kept, stream, folded);
  return folded;
};

/** The facts that a command wrote before. A refusal when the same id was used for another request. */
export const echoOf = async <F extends Fact>(
  events: EventStore,
  { stream, sha256 }: { readonly stream: string; readonly sha256: string | undefined },
  { first, last }: Span,
): Promise<HandleResult<F>> => {
  const facts: StreamFact<F>[] = [];
  let position: Position | null = null;
  for await (const fact of events.read<F>(stream, { from: first, limit: Number(last - first) + 1 })) {
    facts.push(fact);
    position = fact.position;
  }
  const before = facts[0]?.metadata.commandSha256;
  if (sha256 !== undefined && before !== undefined && sha256 !== before) return refused(keyReused());
  return written(facts, position);
};

/** What an earlier attempt of this request wrote to a stream; null without one. A refusal as that of `handle`. */
export const earlierFacts = async <State, Command extends AnyCommand, F extends Fact>(
  events: EventStore,
  { decider, stream }: { readonly decider: Decider<State, Command, F>; readonly stream: string },
  { commandId, requestSha256: sha256 }: Intent,
): Promise<HandleResult<F> | null> => {
  const span = (await fold(events, decider, stream)).commands.get(commandId);
  return span === undefined ? null : echoOf(events, { stream, sha256 }, span);
};

import type { Fact, RecordedFact } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import type { AnyCommand, Decider, HandleResult } from './decider.js';
import { attemptBefore } from './earlier-attempt.js';
import type { Intent } from './intent.js';
import { isRecent, recentCommands, type RecentCommands } from './recent-commands.js';

/** The state of a stream up to a revision. */
export interface StreamState<State> {
  readonly state: State;
  readonly revision: bigint | 'none';
  /** The `occurredAt` of the last fact; null where there is none. */
  readonly lastAt: string | null;
  readonly commands: RecentCommands;
}

/** More streams than a busy process works on at the same time, and the commands that these remember; bounds the memory. */
const KEPT = { streams: 2000, commands: 250_000 } as const;

interface StateCache {
  /** By stream, the least recently used first; `counted` commands of each are in the sum. */
  readonly streams: Map<string, { readonly folded: StreamState<unknown>; readonly counted: number }>;
  commands: number;
}

const keptFor = new WeakMap<EventStore, StateCache>();

const keptOf = (events: EventStore): StateCache => {
  const kept = keptFor.get(events) ?? { streams: new Map(), commands: 0 };
  keptFor.set(events, kept);
  return kept;
};

const drop = (kept: StateCache, stream: string): void => {
  kept.commands -= kept.streams.get(stream)?.counted ?? 0;
  kept.streams.delete(stream);
};

const keep = (kept: StateCache, stream: string, folded: StreamState<unknown>): void => {
  drop(kept, stream);
  const counted = folded.commands.size;
  kept.streams.set(stream, { folded, counted });
  kept.commands += counted;
  for (const [oldest] of kept.streams) {
    if (oldest === stream || (kept.streams.size <= KEPT.streams && kept.commands <= KEPT.commands)) return;
    drop(kept, oldest);
  }
};

/** The last facts of a stream, oldest first, from one that stands alone and is older than what may be repeated. */
const lastFacts = async <F extends Fact>(
  events: EventStore,
  stream: string,
  standsAlone: (fact: F) => boolean,
): Promise<{ readonly facts: readonly RecordedFact<F>[]; readonly since: string }> => {
  const facts: RecordedFact<F>[] = [];
  for await (const fact of events.read<F>(stream, { direction: 'backwards' })) {
    facts.push(fact);
    const { occurredAt } = fact.metadata;
    if (!standsAlone(fact) || isRecent(occurredAt, facts[0]?.metadata.occurredAt ?? occurredAt)) continue;
    return { facts: facts.reverse(), since: occurredAt };
  }
  return { facts: facts.reverse(), since: '' };
};

const evolved = <State, Command extends AnyCommand, F extends Fact>(
  { evolve }: Decider<State, Command, F>,
  { state, commands }: StreamState<State>,
  fact: RecordedFact<F>,
): StreamState<State> => {
  commands.add(fact); // concurrent readers add to the same ones: they add the same
  return { state: evolve(state, fact), revision: fact.revision, lastAt: fact.metadata.occurredAt, commands };
};

/** A stream of which nothing is known yet: before its first fact, or after its last ones where these are enough. */
const beginning = async <State, Command extends AnyCommand, F extends Fact>(
  events: EventStore,
  decider: Decider<State, Command, F>,
  stream: string,
): Promise<StreamState<State>> => {
  const { initial: state, standsAlone } = decider;
  const { facts, since } = standsAlone === undefined ? NONE : await lastFacts<F>(events, stream, standsAlone);
  const before = { state, revision: 'none', lastAt: null, commands: recentCommands(since) } as const;
  return facts.reduce<StreamState<State>>((folded, fact) => evolved(decider, folded, fact), before);
};

const NONE = { facts: [], since: '' } as const;

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
  const known = kept.streams.get(stream)?.folded as StreamState<State> | undefined;
  let folded = known ?? (await beginning(events, decider, stream));
  const from = folded.revision === 'none' ? {} : { from: folded.revision + 1n };
  for await (const fact of events.read<F>(stream, from)) folded = evolved(decider, folded, fact);
  if (folded.revision !== 'none') keep(kept, stream, folded);
  return folded;
};

/** What an earlier attempt of this request wrote to a stream; null without one. A refusal as that of `handle`. */
export const earlierFacts = async <State, Command extends AnyCommand, F extends Fact>(
  events: EventStore,
  { decider, stream }: { readonly decider: Decider<State, Command, F>; readonly stream: string },
  intent: Intent,
): Promise<HandleResult<F> | null> => {
  const { commands } = await fold(events, decider, stream);
  return attemptBefore(events, { stream, commands, sha256: intent.requestSha256 }, intent);
};

import fc from 'fast-check';
import type { Position } from '../../../events/envelope.js';
import { isBehind, positionOf } from '../../../infra/eventstoredb/position.js';
import type { SubscriptionItem } from '../../../infra/eventstoredb/resumption.js';
import type { ServerVersion } from './node.js';

/** Before which call of a reader a scavenge removes an event from a node: 0, 1 or 2; 3 is never. */
type Removal = 0 | 1 | 2 | 3;
const NEVER = 3;

/** An event: whether its category is wanted, and when each node loses it. */
interface ModelEvent {
  readonly isWanted: boolean;
  readonly removals: readonly Removal[];
}

/** What happened to a log, in the order of the log. */
export interface History {
  readonly events: readonly ModelEvent[];
  /** Where the wanted events stood. */
  readonly wanted: readonly Position[];
  /** Where those stand that no node ever loses. */
  readonly stays: readonly Position[];
}

/** One page of the log, read forwards. */
interface ReadPage {
  readonly wanted: readonly Position[];
  readonly readTo: Position;
  readonly isEnd: boolean;
}

/** The line of words of a subscription. */
interface Line {
  first(): SubscriptionItem | null;
  take(): SubscriptionItem | null;
  /** Where the events stand that are still to come. */
  all(): Position[];
}

/** A server's log as its readers meet it. Each call finds it after one more scavenge. */
export interface Model {
  subscribe(after: Position | null): Line;
  page(from: Position, count: number): ReadPage;
  /** The event before a position; null when there is none. */
  before(position: Position): Position | null;
}

const placeOf = (index: number): Position => positionOf({ commit: BigInt(index + 1), prepare: BigInt(index + 1) });
/** A mark in front of an event. */
const markOf = (index: number): Position => positionOf({ commit: BigInt(index + 1), prepare: 0n });

/** The last event of a log is the last of its stream, too: it stays. */
const historyOf = (happened: readonly ModelEvent[]): History => {
  const last = happened.length - 1;
  const events = happened.map((event, index) => (index === last ? { ...event, removals: [NEVER] as const } : event));
  const placed = events.map((event, index) => ({ ...event, place: placeOf(index) }));
  const wanted = placed.filter(({ isWanted }) => isWanted);
  return {
    events,
    wanted: wanted.map(({ place }) => place),
    stays: wanted.filter(({ removals }) => removals.every((when) => when === NEVER)).map(({ place }) => place),
  };
};

const ALWAYS: readonly Removal[] = [0, 1, 2, NEVER];
/** All that can happen to one event. Two nodes lose it early, late or never: what lies between tells nothing new there. */
const eventsOn = (nodes: 1 | 2): readonly ModelEvent[] => {
  const ones =
    nodes === 1 ? ALWAYS.map((when) => [when]) : [0, 2, NEVER].flatMap((a) => [0, 2, NEVER].map((b) => [a, b]));
  return ones.flatMap((removals) => [true, false].map((isWanted) => ({ isWanted, removals: removals as Removal[] })));
};

const LENGTHS = { 1: 4, 2: 3 } as const;

/** Every history of a short log. The first node has the subscription, the last one answers what is read. */
export function* histories({ nodes }: { readonly nodes: 1 | 2 }): Generator<History> {
  const choices = eventsOn(nodes);
  const all = (length: number): (readonly ModelEvent[])[] =>
    length === 0 ? [[]] : all(length - 1).flatMap((before) => choices.map((event) => [...before, event]));
  for (const before of all(LENGTHS[nodes] - 1)) {
    for (const isWanted of [true, false]) yield historyOf([...before, { isWanted, removals: [NEVER] }]);
  }
}

const removal = fc.constantFrom<Removal>(...ALWAYS);

/** A history of a longer log. */
export const anyHistory = (nodes: 1 | 2): fc.Arbitrary<History> =>
  fc
    .array(fc.record({ isWanted: fc.boolean(), removals: fc.array(removal, { minLength: nodes, maxLength: nodes }) }), {
      maxLength: 12,
    })
    .map(historyOf);

/** Every place that a reader can have been given: those of events, and of marks. */
export const startsOf = ({ events }: History): Position[] =>
  events.flatMap((_, index) => [markOf(index), placeOf(index)]);

const lineOf = (words: SubscriptionItem[]): Line => ({
  first: () => words[0] ?? null,
  take: () => words.shift() ?? null,
  all: () => words.filter(({ kind }) => kind === 'event').map(({ position }) => position),
});

/** A checkpoint behind so many events, and one at the end of the log. */
const CHECKPOINT_EVERY = 2;

export const logOf = ({ events }: History, version: ServerVersion): Model => {
  let calls = 0;
  const placed = events.map((event, index) => ({ ...event, place: placeOf(index), mark: markOf(index) }));
  const end = markOf(events.length);
  /** What a node has when the next call comes. */
  const left = (node: 'first' | 'last') => {
    const now = calls++;
    const lost = ({ removals }: ModelEvent): Removal => (node === 'first' ? removals[0] : removals.at(-1)) ?? NEVER;
    return placed.filter((event) => lost(event) === NEVER || lost(event) > now);
  };
  return {
    subscribe(after) {
      const found = left('first');
      const from = after === null ? 0 : found.findIndex(({ place }) => !isBehind(place, after));
      const compared = found.filter(({ place }) => isBehind(after, place));
      const skipped = after === null || from === -1 ? (after === null ? found : []) : found.slice(from + 1);
      const words = (version === '23.10' ? skipped : compared).flatMap(
        ({ place, mark, isWanted }, index): SubscriptionItem[] => {
          const event: SubscriptionItem[] = isWanted ? [{ kind: 'event', position: place }] : [];
          return index % CHECKPOINT_EVERY === 0
            ? [...event, { kind: 'checkpoint', position: isWanted ? place : mark }]
            : event;
        },
      );
      return lineOf([...words, { kind: 'checkpoint', position: end }]);
    },
    page(from, count) {
      const found = left('last').filter(({ place }) => !isBehind(place, from));
      const read = found.slice(0, count);
      return {
        wanted: read.filter(({ isWanted }) => isWanted).map(({ place }) => place),
        readTo: read.at(-1)?.place ?? from,
        isEnd: read.length < count,
      };
    },
    before: (position) => left('last').findLast(({ place }) => isBehind(place, position))?.place ?? null,
  };
};

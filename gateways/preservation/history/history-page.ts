import type { RecordedFact } from '../../../events/envelope.js';
import type { HistoryFact } from './sentences.js';

/** A page of a history, newest first. */
export interface HistoryPage<Place> {
  readonly facts: readonly RecordedFact<HistoryFact>[];
  /** Where the next older page begins; null where this is the last. */
  readonly next: Place | null;
  /** Whether nothing was read at all. */
  readonly isEmpty: boolean;
}

/** How many facts a page has at most, and which ones alone; `agent` is null for everybody's. */
export interface PageRequest {
  readonly limit: number;
  /** Agent name. */
  readonly agent: string | null;
  /** Only facts of before this time, UTC with seven fractional digits; null for all. */
  readonly before: string | null;
}

/** Where a history is read: facts from a place on, newest first, and the place that follows a fact; null after the last. */
export interface HistorySource<Place> {
  readonly read: (from: Place | null, limit: number) => AsyncIterable<RecordedFact<HistoryFact>>;
  readonly placeAfter: (fact: RecordedFact<HistoryFact>) => Place | null;
}

/** Facts that are read for one page where only some of them are wanted. */
const MOST_READ = 2_000;

/**
 * Reads one page backwards, whatever the length of the history. Where only the facts of an agent, or of before a time,
 * are wanted, a page may have fewer than the limit, also none, and a next one.
 */
export const readHistoryPage = async <Place>(
  { read, placeAfter }: HistorySource<Place>,
  from: Place | null,
  { limit, agent, before }: PageRequest,
): Promise<HistoryPage<Place>> => {
  const facts: RecordedFact<HistoryFact>[] = [];
  const most = agent === null && before === null ? limit : MOST_READ;
  const isWanted = ({ metadata: { actor, occurredAt } }: RecordedFact<HistoryFact>): boolean =>
    (agent === null || actor.agent === agent) && (before === null || occurredAt < before);
  let [seen, next]: [number, Place | null] = [0, null];
  for await (const fact of read(from, most)) {
    seen += 1;
    next = placeAfter(fact);
    if (isWanted(fact)) facts.push(fact);
    if (facts.length === limit) return { facts, next, isEmpty: false };
  }
  return { facts, next: seen < most ? null : next, isEmpty: seen === 0 };
};

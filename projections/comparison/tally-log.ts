import type { Position, RecordedFact } from '../../events/envelope.js';
import { categoryOf, type EventStore } from '../../events/store.js';
import { addToTally, EMPTY_TALLY, type Tally } from '../../events/tally.js';

/** The ports for tallying the log. */
export interface TallyingPorts {
  readonly events: Pick<EventStore, 'readAll'>;
  /** Pauses after each batch; gets the time that the batch took. */
  readonly rest?: (tookMs: number) => Promise<void>;
  /** Aborts the reading. */
  readonly signal?: AbortSignal;
}

/** The facts to tally: those of some categories up to a position. */
export interface TallyRange {
  readonly categories: readonly string[];
  readonly position: Position;
}

const BATCH = 500;

/**
 * Tallies the log for several ranges in one reading from its beginning; answers a tally for each. Calls `onFact` for
 * each fact of any category. Memory does not grow with the log.
 */
export const tallyLog = async (
  ranges: readonly TallyRange[],
  { events, rest, signal }: TallyingPorts,
  onFact: (fact: RecordedFact) => void = () => undefined,
): Promise<readonly Tally[]> => {
  let tallies: readonly Tally[] = ranges.map(() => EMPTY_TALLY);
  const categories = [...new Set(ranges.flatMap((range) => range.categories))];
  const end = ranges.reduce<string>((furthest, { position }) => (position > furthest ? position : furthest), '');
  let batch: RecordedFact[] = [];
  const count = (): void => {
    tallies = tallies.map((tally, index) => {
      const facts = batch.filter((fact) => isWithin(ranges[index], fact));
      const last = facts.at(-1);
      return last === undefined ? tally : addToTally(tally, facts, last.position);
    });
    batch = [];
  };
  let begun = performance.now();
  for await (const fact of events.readAll({ categories })) {
    if (fact.position > end) break;
    onFact(fact);
    batch.push(fact);
    if (batch.length < BATCH) continue;
    count();
    await rest?.(performance.now() - begun);
    signal?.throwIfAborted();
    begun = performance.now();
  }
  count();
  return tallies;
};

const isWithin = (range: TallyRange | undefined, { stream, position }: RecordedFact): boolean =>
  range !== undefined && position <= range.position && range.categories.includes(categoryOf(stream));

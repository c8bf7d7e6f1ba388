import type { Position, RecordedFact } from '../../events/envelope.js';
import { categoryOf, type EventStore } from '../../events/store.js';
import { addCounts, addToTally, countFacts, countsOf, EMPTY_TALLY, type Tally } from '../../events/tally.js';

/** The ports for tallying the log. */
export interface TallyingPorts {
  readonly events: Pick<EventStore, 'read' | 'readAll'>;
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

/** The part of a tally that some categories have. */
const partOf = (tally: Tally, categories: readonly string[]): Tally => ({
  ...tally,
  categories: tally.categories.filter(({ category }) => categories.includes(category)),
});

/**
 * Tallies the log for several ranges in one reading; answers a tally for each. It begins at the end of `from`, the tally
 * of all categories up to a position that is before the end of each range, or at the beginning of the log. Calls
 * `onFact` for each fact that is read of any category. Memory does not grow with the log.
 */
export const tallyLog = async (
  ranges: readonly TallyRange[],
  { events, rest, signal }: TallyingPorts,
  onFact: (fact: RecordedFact) => void = () => undefined,
  from: Tally = EMPTY_TALLY,
): Promise<readonly Tally[]> => {
  let tallies: readonly Tally[] = ranges.map((range) => partOf(from, range.categories));
  const categories = [...new Set(ranges.flatMap((range) => range.categories))];
  const end = ranges.reduce<string>((furthest, { position }) => (position > furthest ? position : furthest), '');
  let batch: RecordedFact[] = [];
  const count = (): void => {
    const last = batch.at(-1);
    if (last === undefined) return;
    const counts = countFacts(batch, null);
    tallies = tallies.map((tally, index) => {
      const range = ranges[index];
      if (range !== undefined && last.position <= range.position)
        return addCounts(tally, countsOf(counts, new Set(range.categories)), last.position);
      const facts = batch.filter((fact) => isWithin(range, fact));
      return addToTally(tally, facts, facts.at(-1)?.position ?? tally.position ?? last.position);
    });
    batch = [];
  };
  let begun = performance.now();
  const after = from.position ?? undefined;
  for await (const fact of events.readAll({ categories, after })) {
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

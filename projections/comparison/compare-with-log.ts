import type { Position, RecordedFact } from '../../events/envelope.js';
import { factDigest, tallyDifferences, type Tally, type TallyDifference } from '../../events/tally.js';
import type { DocumentStore } from '../documents.js';
import { liveOf } from '../live-generation.js';
import { countedFor, lastOf, type CountedLogRecord } from './counted-log.js';
import { tallyLog, type TallyingPorts } from './tally-log.js';
import { tallyOf } from '../tally-of.js';

/** A view that can be compared with the log: no fact of its categories is ever removed. */
export interface CountedView {
  readonly name: string;
  readonly categories: readonly string[];
}

/** A category in which the facts consumed by the live generation differ from those in the log. */
export interface ViewDifference {
  readonly category: string;
  readonly inLog: number;
  readonly consumed: number;
  /** The missed fact, where it is a single one; null where it cannot be determined. */
  readonly missed: Pick<RecordedFact, 'type' | 'stream' | 'revision'> | null;
}

/** The result of comparing one view. */
export interface ViewComparison {
  readonly name: string;
  /** The live generation that was compared. */
  readonly generation: number;
  /** False where an earlier version of the software kept no tally: nothing was compared. */
  readonly counted: boolean;
  /** Empty where the view has consumed exactly the facts up to its checkpoint. */
  readonly differences: readonly ViewDifference[];
}

/** The ports of a comparison, which only reads. */
export interface ComparingPorts extends TallyingPorts {
  readonly documents: Pick<DocumentStore, 'register'>;
  /** Lets a comparison go on where an earlier one has counted the log; without it, the log is read from its beginning. */
  readonly counted?: CountedLogRecord;
}

interface ViewState extends CountedView {
  readonly generation: number;
  /** Null before the first checkpoint. */
  readonly position: Position | null;
  /** Null where it is not known. */
  readonly tally: Tally | null;
}

type Comparable = ViewState & { readonly position: Position; readonly tally: Tally };

const isComparable = (view: ViewState): view is Comparable => view.position !== null && view.tally !== null;

const stateOf = async ({ name, categories }: CountedView, { documents }: ComparingPorts): Promise<ViewState | null> => {
  const live = liveOf(await documents.register(name));
  return live === null
    ? null
    : { name, categories, generation: live.number, position: live.position, tally: tallyOf(live) };
};

/**
 * Reads the log a second time, from its beginning, to confirm the differences: throws where the two readings differ. Answers the facts that
 * by themselves explain a difference, by their digests.
 */
const readAgain = async (
  views: readonly Comparable[],
  first: ReadonlyMap<Comparable, Tally>,
  ports: ComparingPorts,
): Promise<ReadonlyMap<string, RecordedFact>> => {
  const differences = views.flatMap((view) => differencesOf(view, first));
  const wanted = new Set(
    differences.filter(({ expected, found }) => expected === found + 1).map((each) => each.digest),
  );
  const found = new Map<string, RecordedFact>();
  const second = await tallyLog(views, ports, (fact) => {
    const digest = wanted.size === 0 ? '' : factDigest(fact);
    if (wanted.has(digest)) found.set(digest, fact);
  });
  for (const [index, view] of views.entries()) {
    const [before, now] = [first.get(view), second[index]];
    if (before === undefined || now === undefined || tallyDifferences(before, now).length > 0)
      throw new Error(`The event log up to ${view.position} was read twice and gave other facts the second time.`);
  }
  return found;
};

const differencesOf = (view: Comparable, log: ReadonlyMap<Comparable, Tally>): readonly TallyDifference[] => {
  const tally = log.get(view);
  return tally === undefined ? [] : tallyDifferences(tally, view.tally);
};

/**
 * Tallies the log up to the checkpoint of each view, and keeps the tally up to the first of them for the next comparison:
 * each view has that part behind it.
 */
const countLog = async (views: readonly Comparable[], ports: ComparingPorts): Promise<readonly Tally[]> => {
  const categories = [...new Set(views.flatMap((view) => view.categories))];
  const [position] = views.map((view) => view.position).sort();
  if (position === undefined) return [];
  const ranges = [...views, { categories, position }];
  const before = await countedFor(ports.counted, ranges, ports.events);
  let last = before?.last ?? null;
  const onFact = (fact: RecordedFact): void => {
    if (fact.position <= position) last = lastOf(fact);
  };
  const tallies = await tallyLog(ranges, ports, onFact, before?.tally);
  const tally = tallies.at(-1);
  if (tally !== undefined && last !== null)
    await ports.counted?.write({ tally: { ...tally, position }, categories, last });
  return tallies;
};

const compare = async (
  views: readonly Comparable[],
  ports: ComparingPorts,
): Promise<ReadonlyMap<ViewState, readonly ViewDifference[]>> => {
  const tallies = await countLog(views, ports);
  const log = new Map(views.flatMap((view, index) => (tallies[index] === undefined ? [] : [[view, tallies[index]]])));
  const differing = views.filter((view) => differencesOf(view, log).length > 0);
  if (differing.length === 0) return new Map();
  const missed = await readAgain(differing, log, ports).catch(async (failure: unknown) => {
    await ports.counted?.write(null); // what was counted before may be wrong
    throw failure;
  });
  const factOf = (digest: string): ViewDifference['missed'] => {
    const fact = missed.get(digest);
    return fact === undefined ? null : { type: fact.type, stream: fact.stream, revision: fact.revision };
  };
  return new Map(
    differing.map((view) => [
      view,
      differencesOf(view, log).map(({ category, expected, found, digest }) => ({
        category,
        inLog: expected,
        consumed: found,
        missed: factOf(digest),
      })),
    ]),
  );
};

/**
 * Compares the facts that each view has consumed up to its checkpoint with the log, read from where an earlier comparison has
 * counted it, or from its beginning; a difference is confirmed by a second reading from the beginning. Views
 * without a live generation are left out, and so are those whose live generation changed meanwhile. Rejects with the
 * faults of the ports.
 */
export const compareWithLog = async (
  views: readonly CountedView[],
  ports: ComparingPorts,
): Promise<readonly ViewComparison[]> => {
  const known = await Promise.all(views.map((view) => stateOf(view, ports)));
  const standing = known.filter((view) => view !== null);
  const differences = await compare(standing.filter(isComparable), ports);
  const comparisons: ViewComparison[] = [];
  for (const view of standing) {
    if ((await stateOf(view, ports))?.generation !== view.generation) continue;
    const { name, generation, tally } = view;
    comparisons.push({ name, generation, counted: tally !== null, differences: differences.get(view) ?? [] });
  }
  return comparisons;
};

/** A long computation cut into slices: it yields wherever the event loop may go round. */
export type SlicedWork<Result> = Generator<void, Result, void>;

/** Computes to the end without a pause. */
export const runToEnd = <Result>(work: SlicedWork<Result>): Result => {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
};

/** How many files or paths are dealt with in one slice: some ten milliseconds of work. */
export const SLICE = 2_000;

/** The first answer that is not null; null when there is none. */
export function* firstSliced<Item, Found>(
  items: Iterable<Item>,
  ask: (item: Item) => Found | null,
): SlicedWork<Found | null> {
  let asked = 0;
  for (const item of items) {
    const found = ask(item);
    if (found !== null) return found;
    if (++asked % SLICE === 0) yield;
  }
  return null;
}

/** Does a small piece of work for every item; `size` of a larger one are done in a slice. */
export function* eachSliced<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  size: number = SLICE,
): SlicedWork<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    if (++done % size === 0) yield;
  }
}

/** What a small piece of work makes of every item. */
export function* mapSliced<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made): SlicedWork<Made[]> {
  const made: Made[] = [];
  yield* eachSliced(items, (item) => made.push(make(item)));
  return made;
}

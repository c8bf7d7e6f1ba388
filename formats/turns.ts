import { setImmediate } from 'node:timers/promises';

/** Work that takes long where there is much of it, which lets others have their turn wherever it yields. */
export type InTurns<Result> = Generator<void, Result, void>;

/** Does all of the work at once. */
export const atOnce = <Result>(work: InTurns<Result>): Result => {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
};

/** Does the work and lets others have their turn wherever it yields. */
export const inTurns = async <Result>(work: InTurns<Result>): Promise<Result> => {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    await setImmediate();
  }
};

/** How many files or paths are dealt with in one turn: some ten milliseconds of work. */
export const TURN = 2_000;

/** The first answer that is not null; null when there is none. */
export function* firstInTurns<Item, Found>(
  items: Iterable<Item>,
  ask: (item: Item) => Found | null,
): InTurns<Found | null> {
  let asked = 0;
  for (const item of items) {
    const found = ask(item);
    if (found !== null) return found;
    if (++asked % TURN === 0) yield;
  }
  return null;
}

/** Does a small piece of work for every item; so many of a larger one are done in a turn as `often` says. */
export function* eachInTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  often: number = TURN,
): InTurns<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    if (++done % often === 0) yield;
  }
}

/** What a small piece of work makes of every item. */
export function* mapInTurns<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made): InTurns<Made[]> {
  const made: Made[] = [];
  yield* eachInTurns(items, (item) => made.push(make(item)));
  return made;
}

/**
 * Lets others have their turn each time that it has been waited for so `often`: in loops that wait for answers, which
 * some stores have at once. Loops that share one all wait then.
 */
export const turnEvery = (often = 100): (() => Promise<void>) => {
  let asked = 0;
  let turn: Promise<void> | null = null;
  const over = (): void => {
    turn = null;
  };
  return async () => {
    if (++asked % often === 0) turn ??= setImmediate().then(over);
    await turn;
  };
};

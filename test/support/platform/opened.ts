type Hook = (work: (this: Mocha.Context) => Promise<void>) => void;

type Opened = <T extends object>(open: () => T | Promise<T>, close?: (opened: T) => unknown) => T;

const closeIt = (opened: { close?(): unknown }): unknown => opened.close?.();

/** Stands for another object, which may not be there yet, and may be another one later. */
const standingFor = <T extends object>(current: () => T): T =>
  new Proxy({} as T, {
    get: (_, key) => {
      const value: unknown = Reflect.get(current(), key);
      return typeof value === 'function' ? (value.bind(current()) as unknown) : value;
    },
    set: (_, key, value) => Reflect.set(current(), key, value),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(current(), key),
  });

/** How to close what is open, of each suite, in the order in which it was opened. */
type Closings = WeakMap<object, (() => unknown)[]>;

const closingsOf = (closings: Closings, { test }: Mocha.Context): (() => unknown)[] => {
  const suite = test!.parent!;
  const known = closings.get(suite) ?? [];
  closings.set(suite, known);
  return known;
};

/** What a suite opened last is closed first: it may stand on what was opened before. */
const openedBy = (begin: Hook, end: Hook): Opened => {
  const closings: Closings = new WeakMap();
  return <T extends object>(open: () => T | Promise<T>, close: (opened: T) => unknown = closeIt) => {
    let opened: T | null = null;
    begin(async function () {
      const made = await open();
      opened = made;
      closingsOf(closings, this).push(async () => {
        await close(made);
        opened = null;
      });
    });
    end(async function () {
      await closingsOf(closings, this).pop()?.();
    });
    return standingFor(() => {
      if (opened === null) throw new Error('this is open in the hooks that follow and in tests only');
      return opened;
    });
  };
};

/** What a suite has of its own: opened before its tests, closed behind them. */
export const openedOnce = openedBy(
  (work) => before(work),
  (work) => after(work),
);

/** What each test of a suite has of its own. */
export const openedForEach = openedBy(
  (work) => beforeEach(work),
  (work) => afterEach(work),
);

type Hook = (work: () => Promise<void>) => void;

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

const openedBy =
  (begin: Hook, end: Hook): Opened =>
  <T extends object>(open: () => T | Promise<T>, close: (opened: T) => unknown = closeIt) => {
    let opened: T | null = null;
    begin(async () => {
      opened = await open();
    });
    end(async () => {
      if (opened !== null) await close(opened);
      opened = null;
    });
    return standingFor(() => {
      if (opened === null) throw new Error('this is open in the hooks that follow and in tests only');
      return opened;
    });
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

import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { randomNumbers } from '../random/random-numbers.js';

/** A process of a simulation: what it awaits and what it sets a timer for dies or sleeps with it. */
export interface Life {
  readonly name: string;
  state: 'running' | 'paused' | 'dead';
}

interface Timer {
  readonly life: Life;
  readonly order: number;
  readonly run: () => void;
  readonly everyMs: number | null;
  atMs: number;
}

/** The time of a simulation, which stands still until somebody moves it. */
export interface VirtualTime {
  /** Milliseconds since the simulation began. */
  now(): number;
  date(): Date;
  /** Runs code as that of a life, and whatever it goes on to: its timers, clock and chance are the simulation's. */
  run<T>(life: Life, code: () => T): T;
  /** When the next timer of a running life is due; null when none waits. */
  next(): number | null;
  /** Moves the clock to the next timer, if it is not past it already, and fires that one alone. */
  fireNext(): void;
  /** Lets so much time pass at once, as for a machine that was suspended: what was due meanwhile is still to fire. */
  leap(ms: number): void;
  /** Forgets the timers of a life that ended. */
  forget(life: Life): void;
  /** Gives everything back to the world outside. */
  end(): void;
}

/** Until no code of a life has anything left to do but to wait for a timer, or for somebody else. */
export const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
};

/** Lets time pass from one timer to the next, with room for whatever each sets off. */
export const pass = async (time: VirtualTime, ms: number): Promise<void> => {
  const end = time.now() + ms;
  await quiet();
  while ((time.next() ?? Infinity) <= end) {
    time.fireNext();
    await quiet();
  }
  time.leap(end - time.now());
};

const BEGINNING = Date.parse('2026-05-04T12:00:00.000Z');

const virtualTimers = new WeakSet();

/**
 * Replaces timers, the monotonic clock and `Math.random` for the code of a life; everybody else in this process, who
 * may well be at work meanwhile, keeps the real ones. Only one may be open at a time.
 */
export const openVirtualTime = (seed: number): VirtualTime => {
  const lives = new AsyncLocalStorage<Life>();
  const isReal = (): boolean => lives.getStore() === undefined;
  const waiting = new Set<Timer>();
  const chance = randomNumbers(seed);
  let nowMs = 0;
  let order = 0;

  const real = { setTimeout, clearTimeout, setInterval, clearInterval };
  const realRandom = Math.random;
  const realTimers = { setTimeout: timers.setTimeout, setImmediate: timers.setImmediate };
  const realNow = performance.now.bind(performance);
  const realTimeout = AbortSignal.timeout.bind(AbortSignal);

  const begin = (life: Life, run: () => void, ms: number, everyMs: number | null): Timer => {
    const timer: Timer = { life, run, everyMs, order: ++order, atMs: nowMs + Math.max(0, ms) };
    waiting.add(timer);
    virtualTimers.add(timer);
    return Object.assign(timer, { ref: () => timer, unref: () => timer, hasRef: () => false });
  };
  const clear = (timer: unknown): boolean => {
    if (typeof timer !== 'object' || timer === null || !virtualTimers.has(timer)) return false;
    waiting.delete(timer as Timer);
    return true;
  };
  type Callback = (...args: unknown[]) => void;
  const timing =
    (every: boolean, otherwise: typeof setTimeout | typeof setInterval) =>
    (run: Callback, ms = 0, ...args: unknown[]): unknown => {
      const life = lives.getStore();
      if (life === undefined) return otherwise(run, ms, ...args);
      return begin(life, () => run(...args), ms, every ? ms : null);
    };
  const clearing = (otherwise: (timer: never) => void) => (timer: unknown) => {
    if (!clear(timer)) otherwise(timer as never);
  };

  globalThis.setTimeout = timing(false, real.setTimeout) as typeof setTimeout;
  globalThis.setInterval = timing(true, real.setInterval) as typeof setInterval;
  globalThis.clearTimeout = clearing(real.clearTimeout);
  globalThis.clearInterval = clearing(real.clearInterval);
  Math.random = () => (isReal() ? realRandom() : chance());
  performance.now = () => (isReal() ? realNow() : nowMs);
  AbortSignal.timeout = (ms) => {
    if (isReal()) return realTimeout(ms);
    const over = new AbortController();
    setTimeout(() => over.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
    return over.signal;
  };
  timers.setTimeout = ((ms?: number, value?: unknown, options?: object) =>
    isReal()
      ? realTimers.setTimeout(ms, value, options)
      : new Promise((resolve) => setTimeout(() => resolve(value), ms))) as never;
  timers.setImmediate = ((value?: unknown, options?: object) =>
    isReal() ? realTimers.setImmediate(value, options) : Promise.resolve(value)) as never;
  syncBuiltinESMExports();

  const due = (): Timer | null => {
    let first: Timer | null = null;
    for (const timer of waiting) {
      if (timer.life.state !== 'running') continue;
      if (first === null || timer.atMs < first.atMs || (timer.atMs === first.atMs && timer.order < first.order))
        first = timer;
    }
    return first;
  };

  return {
    now: () => nowMs,
    date: () => new Date(BEGINNING + nowMs),
    run: (life, code) => lives.run(life, code),
    next: () => due()?.atMs ?? null,
    fireNext() {
      const timer = due();
      if (timer === null) return;
      nowMs = Math.max(nowMs, timer.atMs);
      if (timer.everyMs === null) waiting.delete(timer);
      else timer.atMs = nowMs + timer.everyMs;
      lives.run(timer.life, timer.run);
    },
    leap: (ms) => void (nowMs += ms),
    forget(life) {
      for (const timer of waiting) if (timer.life === life) waiting.delete(timer);
    },
    end() {
      lives.disable(); // or every promise after this would still be followed
      Object.assign(globalThis, real);
      Math.random = realRandom;
      performance.now = realNow;
      AbortSignal.timeout = realTimeout;
      Object.assign(timers, realTimers);
      syncBuiltinESMExports();
    },
  };
};

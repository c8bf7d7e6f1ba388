import type { Fact, Position } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import { build } from './build.js';
import type { Documents, DocumentStore, Generation } from './documents.js';
import type { Projection } from './projection.js';

export interface ViewPorts {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  /** Hears of a loop that broke and will be begun again. */
  readonly onFault?: (view: string, fault: unknown) => void;
}

/** A read model as its keeper sees it. */
export interface KeptView {
  readonly name: string;
  /** How far the live generation has come; null before the first fact. */
  readonly handled: () => Position | null;
  /** Resolves true once the live generation shows everything up to the position, false at the time-out. */
  readonly reached: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** Builds a new generation beside the live one, and resolves when readers were moved to it. */
  readonly rebuild: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A read model as its readers see it. */
export interface View<Doc extends object> extends KeptView {
  /** The documents of the live generation. */
  readonly documents: () => Documents<Doc>;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

interface Builder {
  readonly generation: Generation;
  readonly stop: AbortController;
  ended: Promise<void>;
}

/**
 * Opens a view and keeps it: continues the live generation, or builds a new one beside it when the code has another
 * version than the documents. Readers are moved when the new generation has caught up.
 */
export const openView = async <F extends Fact, Doc extends object>(
  projection: Projection<F, Doc>,
  ports: ViewPorts,
): Promise<View<Doc>> => {
  const { name } = projection.shape;
  const store = ports.documents;
  const builders = new Map<number, Builder>();
  const waiters = new Set<() => void>();
  const closing = new AbortController();
  const { version } = projection;

  let live = await store.live(name);
  let handled: Position | null = null;
  const first = live === null;
  if (live === null) {
    live = { number: 1, version };
    await store.goLive(name, live);
  }
  let documents = await store.open<Doc>(projection.shape, live);
  handled = await store.checkpoint(name, live);

  const moveReaders = async (generation: Generation): Promise<void> => {
    const old = live;
    const opened = await store.open<Doc>(projection.shape, generation);
    await store.goLive(name, generation);
    live = generation;
    documents = opened;
    if (old === null || old.number === generation.number) return;
    builders.get(old.number)?.stop.abort();
    await builders.get(old.number)?.ended;
    builders.delete(old.number);
    await store.drop(name, old);
  };

  const begin = (generation: Generation): Promise<void> => {
    let caught: () => void = () => undefined;
    const moved = new Promise<void>((resolve) => (caught = resolve));
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, closing.signal]);
    const tell = async (position: Position | null, caughtUp: boolean): Promise<void> => {
      if (caughtUp && live?.number !== generation.number) await moveReaders(generation);
      if (live?.number !== generation.number) return;
      handled = position ?? handled;
      for (const wake of waiters) wake();
      if (caughtUp) caught();
    };
    builders.set(generation.number, {
      generation,
      stop,
      ended: keepBuilding(projection, generation, ports, tell, signal),
    });
    return moved;
  };

  const next = (): Generation => ({ number: Math.max(live?.number ?? 0, ...builders.keys()) + 1, version });
  void begin(first || live.version === version ? live : next());

  return {
    name,
    documents: () => documents,
    handled: () => handled,
    reached: (position, timeoutMs) =>
      new Promise((resolve) => {
        const settle = (answer: boolean): void => {
          clearTimeout(timer);
          waiters.delete(check);
          resolve(answer);
        };
        const check = (): void => {
          if (handled !== null && handled >= position) settle(true);
        };
        const timer = setTimeout(() => settle(false), timeoutMs);
        waiters.add(check);
        check();
      }),
    rebuild: () => begin(next()),
    close: async () => {
      closing.abort();
      await Promise.all([...builders.values()].map((builder) => builder.ended));
    },
  };
};

/** Begins the loop again, each time from its checkpoint, until it is told to end. */
const keepBuilding = async <F extends Fact, Doc extends object>(
  projection: Projection<F, Doc>,
  generation: Generation,
  ports: ViewPorts,
  tell: (position: Position | null, caughtUp: boolean) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  let pause = FIRST_PAUSE_MS;
  const ended = (): boolean => signal.aborted;
  while (!ended()) {
    try {
      await build(projection, generation, ports, tell, signal);
    } catch (fault) {
      if (ended()) return;
      ports.onFault?.(projection.shape.name, fault);
      await pauseFor(pause * (0.5 + Math.random() / 2), signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
};

const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const interrupt = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', interrupt, { once: true });
  });

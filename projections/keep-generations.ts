import { pause } from '../flow/pause.js';
import type { Fact, Position } from '../events/envelope.js';
import { build } from './build.js';
import type { Begun, Generation, Register } from './documents.js';
import type { KeeperPorts } from './keeper-ports.js';
import { scattered } from './sleeper.js';
import { isPenLost, type HeldPen } from './pen.js';
import { plan } from './plan.js';
import type { Projection } from './projection.js';
import type { View } from './read-view.js';
import { liveOf } from './sight.js';

const RESTARTS = { firstMs: 50, capMs: 5_000 };
const LEFT_FOR_MS = 5_000;

interface Builder {
  readonly stop: () => void;
  readonly ended: Promise<void>;
}

/** Everything that the holder of a pen does for its view. */
export interface Generations {
  /** Does what the register asks for; errors are reported, and the next look tries again. */
  readonly attend: (register: Register) => void;
  readonly close: () => Promise<void>;
}

/**
 * Keeps the generations of one view while the pen is held: builds, moves readers when the new one has caught up with the
 * old one, and removes what they have left.
 */
export const keepGenerations = <F extends Fact, Doc extends object>(
  projection: Projection<F, Doc>,
  ports: KeeperPorts,
  view: View<Doc>,
  pen: HeldPen,
): Generations => {
  const { documents, leftForMs = LEFT_FOR_MS } = ports;
  const { version, shape } = projection;
  const { name } = shape;
  const { epoch } = pen;
  const closing = new AbortController();
  const over = AbortSignal.any([closing.signal, pen.lost]);
  const builders = new Map<number, Builder>();
  const leftSince = new Map<number, number>();
  let live: Generation | null = null;
  let shown: Position | null = null;

  const fail = (fault: unknown): void => {
    if (isPenLost(fault)) pen.lose();
    else ports.onFault?.(name, fault);
  };
  const moveReaders = async (generation: Begun): Promise<void> => {
    await documents.goLive(name, epoch, generation);
    live = generation;
    shown = generation.position;
    await view.hear(generation);
    pen.lookNow();
  };
  /** Readers never go back: a generation is shown when it has come as far as the one before it. */
  const tellOf =
    (generation: Begun) =>
    async (position: Position | null, caughtUp: boolean): Promise<void> => {
      const here = { ...generation, position: position ?? generation.position };
      if (live?.number === generation.number) {
        shown = here.position;
        await view.hear(here);
      } else if (
        caughtUp &&
        live !== null &&
        live.number < generation.number &&
        (here.position ?? '') >= (shown ?? '')
      ) {
        await moveReaders(here);
      }
    };
  const begin = (generation: Begun): Builder => {
    const stop = new AbortController();
    const signal = AbortSignal.any([over, stop.signal]);
    const building = { events: ports.events, documents, epoch, tell: tellOf(generation) };
    const work = (): Promise<void> => build(projection, generation, building, signal);
    return { stop: () => stop.abort(), ended: keepWorking(work, fail, signal) };
  };

  const leftLongAgo = (left: readonly Begun[]): readonly Begun[] => {
    const now = performance.now();
    for (const { number } of left) if (!leftSince.has(number)) leftSince.set(number, now);
    return left.filter(({ number }) => now - (leftSince.get(number) ?? now) >= leftForMs);
  };
  const remove = async (generations: readonly Begun[]): Promise<void> => {
    for (const generation of generations) await documents.strike(name, epoch, generation);
    if (generations.length > 0) await documents.sweep(name);
  };
  const carryOut = async (register: Register): Promise<void> => {
    const todo = plan(register, version);
    if (todo.begin) return carryOut(await documents.begin(name, epoch, version));
    live = liveOf(register);
    if (todo.showAtOnce !== null) {
      await documents.prepare(shape, todo.showAtOnce);
      await moveReaders(todo.showAtOnce);
    }
    const wanted = new Set(todo.build.map(({ number }) => number));
    for (const [number, builder] of builders) {
      if (wanted.has(number)) continue;
      builder.stop();
      await builder.ended;
      builders.delete(number);
    }
    for (const generation of todo.build) {
      if (!builders.has(generation.number) && !over.aborted) builders.set(generation.number, begin(generation));
    }
    await remove([...todo.abandoned, ...leftLongAgo(todo.left)]);
  };

  let attending: Promise<void> = documents.sweep(name).catch(fail);
  let latest: Register | null = null;
  return {
    attend: (register) => {
      latest = register;
      attending = attending.then(async () => {
        const asked = latest;
        latest = null;
        if (asked !== null && !over.aborted) await carryOut(asked).catch(fail);
      });
    },
    close: async () => {
      closing.abort();
      await attending;
      await Promise.all([...builders.values()].map((builder) => builder.ended));
    },
  };
};

/** Begins the loop again, each time from its checkpoint, until it is told to end. */
const keepWorking = async (
  work: () => Promise<void>,
  fail: (fault: unknown) => void,
  signal: AbortSignal,
): Promise<void> => {
  const ended = (): boolean => signal.aborted;
  for (let attempt = 0; !ended(); attempt++) {
    const begun = performance.now();
    try {
      await work();
    } catch (fault) {
      if (ended()) return;
      fail(fault);
    }
    if (performance.now() - begun > RESTARTS.capMs) attempt = 0;
    await pause(scattered(Math.min(RESTARTS.firstMs * 2 ** Math.min(attempt, 30), RESTARTS.capMs)), signal);
  }
};

import { setImmediate } from 'node:timers/promises';
import type { Fact, Position, Recorded } from '../../events/envelope.js';
import type { Delivery } from '../../events/store.js';
import { condition } from '../../flow/condition.js';
import { linger } from '../../flow/linger.js';

/** What was delivered in one go: facts in the order of the log, and how far they and the marks between them reach. */
export interface Run<F extends Fact> {
  readonly facts: readonly Recorded<F>[];
  /** Null where there is nothing in the log. */
  readonly position: Position | null;
  /** Whether the subscription has come to what was the head of the log. */
  readonly caughtUp: boolean;
}

/**
 * Reads ahead: while its caller is busy with one run the next one gathers, so that a run is as long as the caller is
 * slow, up to `most` facts. Throws what the deliveries throw, after everything that came before it; a caller that
 * leaves early must end the deliveries itself.
 */
export async function* runs<F extends Fact>(
  deliveries: AsyncIterable<Delivery<F>>,
  most: number,
): AsyncGenerator<Run<F>> {
  let facts: Recorded<F>[] = [];
  let position: Position | null | undefined;
  let followed = false;
  let ended = false;
  let left = false;
  const arrived = condition();
  const taken = condition();

  const gather = async (): Promise<void> => {
    for await (const delivery of deliveries) {
      if (delivery.kind === 'fact') facts.push(delivery.fact);
      position = delivery.kind === 'fact' ? delivery.fact.position : (delivery.position ?? position ?? null);
      followed ||= delivery.kind === 'caught-up';
      arrived.notifyAll();
      while (facts.length >= most && !left) await taken.wait();
      if (left) return;
    }
  };
  const isOver = (): boolean => ended && position === undefined;
  const isFull = (): boolean => ended || facts.length >= most;
  const gathered = gather().finally(() => {
    ended = true;
    arrived.notifyAll();
  });
  gathered.catch(() => undefined); // thrown below, after what came before it

  try {
    while (!isOver()) {
      if (position === undefined) {
        await arrived.wait();
        continue;
      }
      await setImmediate(); // what is there already comes along
      await linger({ size: () => facts.length, isFull });
      const run = { facts, position, caughtUp: followed };
      facts = [];
      position = undefined;
      taken.notifyAll();
      yield run;
    }
    await gathered;
  } finally {
    left = true;
    taken.notifyAll();
  }
}

import { setImmediate } from 'node:timers/promises';
import type { Fact, Position, RecordedFact } from '../../events/envelope.js';
import type { Delivery } from '../../events/store.js';
import { condition } from '../../flow/condition.js';
import { linger } from '../../flow/linger.js';

/** Facts delivered together, in the order of the log, and the position that they and progress messages reach. */
export interface FactBatch<F extends Fact> {
  readonly facts: readonly RecordedFact<F>[];
  /** Null where the log is empty. */
  readonly position: Position | null;
  /** Whether the subscription has caught up with the head of the log. */
  readonly caughtUp: boolean;
}

/**
 * Reads ahead: while the caller handles one batch, the next one is collected, up to `most` facts. Throws the error of
 * the deliveries after everything that came before it; a caller that stops early must end the deliveries itself.
 */
export async function* batches<F extends Fact>(
  deliveries: AsyncIterable<Delivery<F>>,
  most: number,
): AsyncGenerator<FactBatch<F>> {
  let facts: RecordedFact<F>[] = [];
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
      await setImmediate(); // collects what has arrived already
      await linger({ size: () => facts.length, isFull });
      const batch = { facts, position, caughtUp: followed };
      facts = [];
      position = undefined;
      taken.notifyAll();
      yield batch;
    }
    await gathered;
  } finally {
    left = true;
    taken.notifyAll();
  }
}

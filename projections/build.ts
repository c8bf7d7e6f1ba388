import type { Fact, Position } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import type { Begun, DocumentStore } from './documents.js';
import { fold } from './fold.js';
import type { Projection } from './projection.js';
import { runs } from './runs.js';

const MOST_FACTS = 1_000;

/** What a builder stands on. */
export interface Building {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  /** Of the pen that it writes with. */
  readonly epoch: number;
  /** Hears how far it has come after every saved run of facts, and whether that was all there was. */
  readonly tell: (position: Position | null, caughtUp: boolean) => Promise<void>;
}

/**
 * The one projector loop: follows the log from the generation's checkpoint and keeps its documents. Ends with the
 * signal; throws what the ports throw, and may then be begun again.
 */
export const build = async <F extends Fact, Doc extends object>(
  projection: Projection<F, Doc>,
  generation: Begun,
  building: Building,
  signal: AbortSignal,
): Promise<void> => {
  const { shape, categories } = projection;
  const { documents: store, epoch } = building;
  const documents = await store.prepare<Doc>(shape, generation);
  const { generations } = await store.register(shape.name);
  const after = generations.find(({ number }) => number === generation.number)?.position ?? undefined;
  const over = new AbortController();
  const deliveries = building.events.subscribe<F>({ after, categories }, AbortSignal.any([signal, over.signal]));
  try {
    for await (const { facts, position, caughtUp } of runs(deliveries, MOST_FACTS)) {
      if (signal.aborted) return;
      if (facts.length > 0) await documents.save(await fold(projection, documents, facts));
      if (position !== null) await store.reach(shape.name, epoch, generation, position);
      await building.tell(position, caughtUp);
    }
  } finally {
    over.abort();
  }
};

import type { Fact, Position, Recorded } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import type { Change, Documents, DocumentStore, Generation } from './documents.js';
import type { Projection } from './projection.js';

const BATCH = 500;

/** Folds a run of facts in memory, so that a document touched by many of them is written once. */
export const fold = async <F extends Fact, Doc extends object>(
  projection: Projection<F, Doc>,
  documents: Documents<Doc>,
  facts: readonly Recorded<F>[],
): Promise<Change<Doc>[]> => {
  const touched = facts.map((fact) => ({ position: fact.position, touches: projection.touches(fact) }));
  const keys = [...new Set(touched.flatMap(({ touches }) => touches.map((touch) => touch.key)))];
  const stored = await documents.load(keys);
  const changes = new Map<string, Change<Doc>>();
  for (const { position, touches } of touched) {
    for (const { key, apply } of touches) {
      const before = changes.get(key) ?? stored.get(key);
      if (before !== undefined && before.position >= position) continue; // folded before a crash: once is enough
      changes.set(key, { key, position, doc: apply(before?.doc ?? null) });
    }
  }
  return [...changes.values()];
};

/**
 * The one projector loop: follows the log from the generation's checkpoint and keeps its documents. Tells how far it
 * has come after every saved run of facts, and whether nothing newer was known then. Ends with the signal; throws what
 * the ports throw, and may then be begun again.
 */
export const build = async <F extends Fact, Doc extends object>(
  projection: Projection<F, Doc>,
  generation: Generation,
  ports: { readonly events: EventStore; readonly documents: DocumentStore },
  tell: (position: Position | null, caughtUp: boolean) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const { name } = projection.shape;
  const documents = await ports.documents.open<Doc>(projection.shape, generation);
  const after = (await ports.documents.checkpoint(name, generation)) ?? undefined;
  let waiting: Recorded<F>[] = [];
  const flush = async (position: Position | null, caughtUp: boolean): Promise<void> => {
    if (waiting.length > 0) await documents.save(await fold(projection, documents, waiting));
    waiting = [];
    if (position !== null) await ports.documents.reach(name, generation, position);
    await tell(position, caughtUp);
  };
  for await (const delivery of ports.events.subscribe<F>({ after, categories: projection.categories }, signal)) {
    if (delivery.kind === 'fact') {
      waiting.push(delivery.fact);
      if (waiting.length >= BATCH) await flush(delivery.fact.position, false);
    } else {
      await flush(delivery.position, delivery.kind === 'caught-up');
    }
  }
};

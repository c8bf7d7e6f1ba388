import type { Fact, Position, Recorded } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { addToTally, type Tally } from '../../events/tally.js';
import type { RegisteredGeneration, Change, DocumentStore, Documents } from '../documents.js';
import type { Projection } from '../projection.js';
import { batches, type FactBatch } from './batches.js';
import { tallyOf } from '../tally-of.js';

const MOST_FACTS = 1_000;

/** The ports of a builder. */
export interface BuildPorts {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  /** The epoch of its lease. */
  readonly epoch: number;
  /** Called after every saved batch with its position, and whether the subscription has caught up. */
  readonly onSaved: (position: Position | null, caughtUp: boolean) => Promise<void>;
}

/**
 * The projector loop: follows the log from the generation's checkpoint and updates its documents. One batch of facts is
 * folded while the previous one is being saved; its checkpoint is saved after its documents, with the tally of all
 * facts consumed until then. Ends with the signal; throws the faults of the ports, and may then be called again.
 */
export const buildGeneration = async <F extends Fact, Doc extends object>(
  projection: Projection<F, Doc>,
  generation: RegisteredGeneration,
  building: BuildPorts,
  signal: AbortSignal,
): Promise<void> => {
  const { shape, categories } = projection;
  const { documents: store, epoch } = building;
  const { generations } = await store.register(shape.name);
  const begun = generations.find(({ number }) => number === generation.number);
  if (begun === undefined) return; // the store was emptied, so the lease is lost too
  const documents = await store.prepare<Doc>(shape, generation);
  const after = begun.position ?? undefined;
  const over = new AbortController();
  const deliveries = building.events.subscribe<F>({ after, categories }, AbortSignal.any([signal, over.signal]));

  const save = async (changes: readonly Change<Doc>[], { position, caughtUp }: FactBatch<F>, counted: Tally | null) => {
    if (changes.length > 0) await documents.save(changes);
    if (position !== null)
      await store.saveCheckpoint(shape.name, epoch, generation, {
        position,
        ...(counted === null ? {} : { tally: counted }),
      });
    await building.onSaved(position, caughtUp);
  };
  let tally = tallyOf(begun);
  let unsaved: ReadonlyMap<string, Change<Doc>> = new Map();
  let saving = Promise.resolve();
  try {
    for await (const batch of batches(deliveries, MOST_FACTS)) {
      if (signal.aborted) return;
      const changes =
        batch.facts.length > 0
          ? await fold(projection, documents, batch.facts, unsaved)
          : new Map<string, Change<Doc>>();
      await saving;
      unsaved = changes;
      if (tally !== null && batch.position !== null) tally = addToTally(tally, batch.facts, batch.position);
      saving = save([...changes.values()], batch, tally);
      saving.catch(() => over.abort()); // nothing more is read; the failure is thrown below
    }
    await saving;
  } finally {
    over.abort();
    await saving.catch(() => undefined);
  }
};

/**
 * Folds a batch of facts in memory, so that a document changed by many of them is written once. `unsaved` are the
 * changes of the previous batch, which count as stored.
 */
const fold = async <F extends Fact, Doc extends object>(
  projection: Projection<F, Doc>,
  documents: Documents<Doc>,
  facts: readonly Recorded<F>[],
  unsaved: ReadonlyMap<string, Change<Doc>>,
): Promise<ReadonlyMap<string, Change<Doc>>> => {
  const touched = facts.map((fact) => ({ position: fact.position, touches: projection.touches(fact) }));
  const keys = [...new Set(touched.flatMap(({ touches }) => touches.map((touch) => touch.key)))];
  const stored = await documents.load(keys.filter((key) => !unsaved.has(key)));
  const changes = new Map<string, Change<Doc>>();
  for (const { position, touches } of touched) {
    for (const { key, apply } of touches) {
      const before = changes.get(key) ?? unsaved.get(key) ?? stored.get(key);
      if (before !== undefined && before.position >= position) continue; // already folded before a crash
      changes.set(key, { key, position, doc: apply(before?.doc ?? null) });
    }
  }
  return changes;
};

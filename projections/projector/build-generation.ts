import type { Fact, Position } from '../../events/envelope.js';
import { addCounts, type Tally } from '../../events/tally.js';
import type { DocumentStore, RegisteredGeneration } from '../documents.js';
import type { Projection } from '../projection.js';
import type { FactBatch } from './batches.js';
import { foldBatch, NOTHING_FOLDED, type FoldedBatch } from './fold-batch.js';
import { isLost } from './lost-generations.js';
import type { SharedLog } from './shared-log.js';
import { tallyOf } from '../tally-of.js';

/** The ports of a builder. */
export interface BuildPorts {
  readonly log: SharedLog;
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
  if (await isLost(store, shape, begun)) return; // another generation is begun
  const documents = await store.prepare<Doc>(shape, generation);
  const over = new AbortController();
  const reader = { after: begun.position, categories, signal: AbortSignal.any([signal, over.signal]) };

  const save = async (folded: FoldedBatch<Doc>, { position, caughtUp }: FactBatch<F>, counted: Tally | null) => {
    if (folded.size > 0) await documents.save([...folded.values()]);
    if (position !== null)
      await store.saveCheckpoint(shape.name, epoch, generation, {
        position,
        ...(counted === null ? {} : { tally: counted }),
      });
    await building.onSaved(position, caughtUp);
  };
  let tally = tallyOf(begun);
  let unsaved: FoldedBatch<Doc> = NOTHING_FOLDED;
  let saving = Promise.resolve();
  try {
    for await (const batch of building.log.follow<F>(reader)) {
      if (signal.aborted) return;
      const folded =
        batch.facts.length > 0 ? await foldBatch(projection, documents, batch.facts, unsaved) : NOTHING_FOLDED;
      await saving;
      unsaved = folded;
      if (tally !== null && batch.position !== null) tally = addCounts(tally, batch.counts, batch.position);
      saving = save(folded, batch, tally);
      saving.catch(() => over.abort()); // nothing more is read; the failure is thrown below
    }
    await saving;
  } finally {
    over.abort();
    await saving.catch(() => undefined);
  }
};

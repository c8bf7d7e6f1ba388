import type { Fact, Position } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { addToTally, type Tally } from '../../events/tally.js';
import type { RegisteredGeneration, Change, DocumentStore } from '../documents.js';
import { fold } from './fold.js';
import type { Projection } from '../projection.js';
import { runs, type Run } from './runs.js';
import { tallyOf } from '../tally-of.js';

const MOST_FACTS = 1_000;

/** What a builder stands on. */
export interface BuildPorts {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  /** Of the lease under which it writes. */
  readonly epoch: number;
  /** Told after every saved run of facts how far it has come, and whether that was all there was. */
  readonly onSaved: (position: Position | null, caughtUp: boolean) => Promise<void>;
}

/**
 * The one projector loop: follows the log from the generation's checkpoint and keeps its documents. One run of facts is
 * folded while the one before it is being saved; the checkpoint of a run follows its documents, with the tally of every
 * fact consumed until then. Ends with the signal; throws what the ports throw, and may then be begun again.
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
  if (begun === undefined) return; // the store was emptied, and the lease is lost with all else
  const documents = await store.prepare<Doc>(shape, generation);
  const after = begun.position ?? undefined;
  const over = new AbortController();
  const deliveries = building.events.subscribe<F>({ after, categories }, AbortSignal.any([signal, over.signal]));

  const save = async (changes: readonly Change<Doc>[], { position, caughtUp }: Run<F>, counted: Tally | null) => {
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
    for await (const run of runs(deliveries, MOST_FACTS)) {
      if (signal.aborted) return;
      const changes =
        run.facts.length > 0 ? await fold(projection, documents, run.facts, unsaved) : new Map<string, Change<Doc>>();
      await saving;
      unsaved = changes;
      if (tally !== null && run.position !== null) tally = addToTally(tally, run.facts, run.position);
      saving = save([...changes.values()], run, tally);
      saving.catch(() => over.abort()); // nothing more is read; the failure is thrown below
    }
    await saving;
  } finally {
    over.abort();
    await saving.catch(() => undefined);
  }
};

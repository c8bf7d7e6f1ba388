import type { Fact, RecordedFact } from '../../events/envelope.js';
import type { Change, Documents } from '../documents.js';
import type { Projection } from '../projection.js';

/** What a batch of facts changes, by the key of the document. */
export type FoldedBatch<Doc> = ReadonlyMap<string, Change<Doc>>;

export const NOTHING_FOLDED: FoldedBatch<never> = new Map();

/**
 * Folds a batch of facts in memory, so that a document changed by many of them is written once. `unsaved` is the
 * previous batch, which counts as stored.
 */
export const foldBatch = async <F extends Fact, Doc extends object>(
  projection: Projection<F, Doc>,
  documents: Documents<Doc>,
  facts: readonly RecordedFact<F>[],
  unsaved: FoldedBatch<Doc>,
): Promise<FoldedBatch<Doc>> => {
  const touched = facts.flatMap((fact) =>
    projection.touches(fact).map((touch) => ({ ...touch, position: fact.position })),
  );
  const keys = [...new Set(touched.map(({ key }) => key))];
  const stored = await documents.load(keys.filter((key) => !unsaved.has(key)));
  const changes = new Map<string, Change<Doc>>();
  for (const { position, key, apply } of touched) {
    const known = changes.get(key) ?? unsaved.get(key) ?? stored.get(key);
    if (known !== undefined && known.position >= position) continue; // already folded before a crash
    changes.set(key, { key, position, doc: apply(known?.doc ?? null) });
  }
  return changes;
};

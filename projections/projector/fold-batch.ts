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
  const touched = facts.map((fact) => ({ position: fact.position, touches: projection.touches(fact) }));
  const unknown = new Set<string>();
  for (const { touches } of touched) for (const { key } of touches) if (!unsaved.has(key)) unknown.add(key);
  const stored = await documents.load([...unknown]);
  const changes = new Map<string, Change<Doc>>();
  for (const { position, touches } of touched)
    for (const { key, apply } of touches) {
      const known = changes.get(key) ?? unsaved.get(key) ?? stored.get(key);
      if (known !== undefined && known.position >= position) continue; // already folded before a crash
      changes.set(key, { key, position, doc: apply(known?.doc ?? null) });
    }
  return changes;
};

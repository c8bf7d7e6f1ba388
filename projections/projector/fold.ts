import type { Fact, Recorded } from '../../events/envelope.js';
import type { Change, Documents } from '../documents.js';
import type { Projection } from '../projection.js';

/**
 * Folds a batch of facts in memory, so that a document changed by many of them is written once. `unsaved` are the
 * changes of the previous batch, which count as stored.
 */
export const fold = async <F extends Fact, Doc extends object>(
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

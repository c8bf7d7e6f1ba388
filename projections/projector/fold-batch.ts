import type { Fact, Recorded } from '../../events/envelope.js';
import type { CounterNode } from '../counters.js';
import type { Change, Documents } from '../documents.js';
import type { Projection } from '../projection.js';
import { countChanges, type CountMove } from './count-changes.js';

/** What a batch of facts changes. */
export interface FoldedBatch<Doc> {
  readonly changes: ReadonlyMap<string, Change<Doc>>;
  readonly counts: ReadonlyMap<string, Change<CounterNode>>;
}

/** The collections of a generation; `counters` is null for a view without counters. */
export interface GenerationDocuments<Doc extends object> {
  readonly documents: Documents<Doc>;
  readonly counters: Documents<CounterNode> | null;
}

export const NOTHING_FOLDED: FoldedBatch<never> = { changes: new Map(), counts: new Map() };

/**
 * Folds a batch of facts in memory, so that a document changed by many of them is written once. `unsaved` is the
 * previous batch, which counts as stored.
 */
export const foldBatch = async <F extends Fact, Doc extends object>(
  projection: Projection<F, Doc>,
  { documents, counters }: GenerationDocuments<Doc>,
  facts: readonly Recorded<F>[],
  unsaved: FoldedBatch<Doc>,
): Promise<FoldedBatch<Doc>> => {
  const touched = facts.flatMap((fact) =>
    projection.touches(fact).map((touch) => ({ ...touch, position: fact.position })),
  );
  const keys = [...new Set(touched.map(({ key }) => key))];
  const stored = await documents.load(keys.filter((key) => !unsaved.changes.has(key)));
  const changes = new Map<string, Change<Doc>>();
  const moves: CountMove[] = [];
  const entriesOf = (doc: Doc | null) => (doc === null ? [] : (projection.counts?.(doc) ?? []));
  for (const { position, key, apply } of touched) {
    const known = changes.get(key) ?? unsaved.changes.get(key) ?? stored.get(key);
    if (known !== undefined && known.position >= position) continue; // already folded before a crash
    const before = known?.doc ?? null;
    const doc = apply(before);
    changes.set(key, { key, position, doc });
    if (counters !== null) moves.push({ position, before: entriesOf(before), after: entriesOf(doc) });
  }
  return { changes, counts: counters === null ? new Map() : await countChanges(counters, moves, unsaved.counts) };
};

import type { Comparison, Counts, Digest, PlaceChange } from './archive.js';

interface ListedFile {
  readonly path: string;
  readonly size: number;
  readonly digest: string;
}

/** A change as `GET /changes/{path}` lists it. */
export interface ListedChange extends ListedFile {
  readonly kind: keyof Counts;
  readonly before: ListedFile | null;
  readonly goneFolder: string | null;
}

/** What that says besides changes. */
export interface ListedComparison {
  readonly counts: Readonly<Record<keyof Counts, { readonly files: number }>>;
  readonly same: number;
  readonly newer: Comparison['newer'];
  readonly digests: Readonly<Record<'from' | 'to', Digest['algorithm'] | null>>;
}

const digestOf = (algorithm: Digest['algorithm'] | null, file: ListedFile | null): Digest | null =>
  algorithm === null || file === null ? null : { algorithm, value: file.digest };

const placeChange = (change: ListedChange, { from, to }: ListedComparison['digests']): PlaceChange => {
  const { kind, path: stored, size, before, goneFolder } = change;
  const isDeleted = kind === 'deleted';
  return {
    ...{ kind, stored, size, goneFolder },
    from: kind === 'renamed' ? (before?.path ?? null) : null,
    digest: isDeleted ? null : digestOf(to, change),
    digestBefore: digestOf(from, isDeleted ? change : before),
  };
};

/** The comparison of two places that are listed so; `list` gives the changes of a kind. */
export const comparisonOf = (
  { counts: { added, changed, renamed, deleted }, same, newer, digests }: ListedComparison,
  list: (kind: keyof Counts) => AsyncIterable<ListedChange> | Iterable<ListedChange>,
): Comparison => ({
  counts: { added: added.files, changed: changed.files, renamed: renamed.files, deleted: deleted.files },
  same,
  newer,
  async *changes(kind) {
    for await (const change of list(kind)) yield placeChange(change, digests);
  },
});

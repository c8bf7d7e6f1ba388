import type { ManifestRange } from '../../api/manifest-range.js';

/** A range among all, in their order. */
export interface ListedRange {
  readonly id: string;
  readonly name: string;
  readonly depth: number;
  /** The names of the ranges that it is in. */
  readonly above: readonly string[];
  /** The ids of its canvases, with the part that is meant. */
  readonly canvases: readonly string[];
}

const textOf = (label: ManifestRange['label']): string => Object.values(label)[0]?.[0] ?? '';

/** Its name, which stands in its metadata; the label of a manifest begins with the type. */
const nameOfRange = ({ label, metadata = [] }: ManifestRange): string => {
  const name = metadata.find((entry) => textOf(entry.label) === 'Name');
  return (name === undefined ? '' : textOf(name.value)) || textOf(label);
};

/** All ranges in their order, those in a range behind it. */
export const listedRanges = (structures: readonly ManifestRange[], above: readonly string[] = []): ListedRange[] =>
  structures.flatMap((range) => {
    const name = nameOfRange(range);
    const inside = range.items.filter((item) => item.type === 'Range');
    const canvases = range.items.flatMap((item) => (item.type === 'Canvas' ? [item.id] : []));
    return [{ id: range.id, name, depth: above.length, above, canvases }, ...listedRanges(inside, [...above, name])];
  });

/** The canvas that a reference means, and the second at which the part begins; null without one. */
export const canvasOf = (reference: string): { readonly id: string; readonly t: number | null } => {
  const [id = '', fragment = ''] = reference.split('#');
  const [, t] = /(?:^|&)t=(?:npt:)?(\d+(?:\.\d+)?)/.exec(fragment) ?? [];
  return { id, t: t === undefined ? null : Number(t) };
};

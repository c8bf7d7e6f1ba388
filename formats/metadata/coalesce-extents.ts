import { entriesOfType } from './entries-of-type.js';
import type { ExtentMetadata, MetadataEntry } from './entries.js';
import { MetadataFault } from './fault.js';

/** The extents that entries of a file agree on. */
export type Extents = Pick<ExtentMetadata, 'pixelWidth' | 'pixelHeight' | 'duration'>;

const NAMES = { duration: 'Duration', pixelWidth: 'PixelWidth', pixelHeight: 'PixelHeight' } as const;

/** The extents of a file; null for each that no entry has. Throws MetadataFault `extents-differ` (companion 9.8). */
export const coalesceExtents = (path: string, entries: Iterable<MetadataEntry>): Extents => {
  const extents = entriesOfType(entries, 'ExtentMetadata');
  const agreed = (name: keyof Extents): number | null => {
    const values = new Set(extents.flatMap((each) => each[name] ?? []));
    if (values.size > 1) {
      throw new MetadataFault('extents-differ', `${NAMES[name]} values for ${path} are not all the same`);
    }
    const [value] = values;
    return value ?? null;
  };
  return { duration: agreed('duration'), pixelWidth: agreed('pixelWidth'), pixelHeight: agreed('pixelHeight') };
};

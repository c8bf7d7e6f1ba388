import { bestMediaType, specificMediaTypes } from '../media-types/best-media-type.js';
import { entriesOfType } from './entries-of-type.js';
import type { MetadataEntry } from './entries.js';

/** What the original platform calls a file that its format tool could not identify: never written anywhere. */
export const NOT_IDENTIFIED = 'dlip/not-identified';

export interface ContentTypes {
  /** The one that all agree on, or that a rule prefers; null where there is none, or no agreement. */
  readonly best: string | null;
  /** The distinct types that say something, in the order in which they were told. */
  readonly candidates: readonly string[];
}

/** The content types of a file by its tools and by its upload (companion 9.7). */
export const contentTypes = (entries: Iterable<MetadataEntry>, uploaded: string | null): ContentTypes => {
  const told = entriesOfType(entries, 'FileFormatMetadata').map(({ contentType }) => contentType);
  const types = [...told, uploaded].filter((type) => type !== NOT_IDENTIFIED);
  return { best: bestMediaType(types), candidates: specificMediaTypes(types) };
};

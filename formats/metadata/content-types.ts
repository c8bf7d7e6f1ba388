import { bestMediaType, specificMediaTypes } from '../media-types/best-media-type.js';
import { entriesOfType } from './entries-of-type.js';
import type { MetadataEntry } from './entries.js';

/** The predecessor's content type for a file that its format tool could not identify; never written. */
export const NOT_IDENTIFIED = 'dlip/not-identified';

export interface ContentTypes {
  /** The type that all agree on, or that a rule prefers; null where there is none, or they disagree. */
  readonly best: string | null;
  /** The distinct specific types, in the order of the sources. */
  readonly candidates: readonly string[];
}

/** The content types of a file by its tools and by its upload (companion 9.7). */
export const contentTypes = (entries: Iterable<MetadataEntry>, uploaded: string | null): ContentTypes => {
  const identified = entriesOfType(entries, 'FileFormatMetadata').map(({ contentType }) => contentType);
  const types = [...identified, uploaded].filter((type) => type !== NOT_IDENTIFIED);
  return { best: bestMediaType(types), candidates: specificMediaTypes(types) };
};

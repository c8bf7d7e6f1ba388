import { bestMediaType, isGenericType, specificMediaTypes } from '../media-types/best-media-type.js';
import { coalesceExif } from './coalesce-newest.js';
import { entriesOfType } from './entries-of-type.js';
import type { MetadataEntry } from './entries.js';

/** The predecessor's content type for a file that its format tool could not identify; never written. */
export const NOT_IDENTIFIED = 'dlip/not-identified';

export interface ContentTypes {
  /** The type that all agree on, or that a rule prefers; null where there is none, or they disagree. */
  readonly best: string | null;
  /** The same without what the tags say. */
  readonly withoutTags: string | null;
  /** The distinct specific types: that of the upload, those of formats, and that of the tags. */
  readonly candidates: readonly string[];
}

/**
 * The content types of a file by its tools and by its upload (companion 9.7). Where the upload says nothing, the tag with the
 * type that a tool has read out of the file counts, too, unless it contradicts the formats.
 */
export const contentTypes = (entries: readonly MetadataEntry[], uploaded: string | null): ContentTypes => {
  const identified = entriesOfType(entries, 'FileFormatMetadata').map(({ contentType }) => contentType);
  const types = [uploaded, ...identified].filter((type) => type !== NOT_IDENTIFIED);
  const withTags = uploaded === null || isGenericType(uploaded) ? [...types, typeInTags(entries)] : types;
  const withoutTags = bestMediaType(types);
  return { best: bestMediaType(withTags) ?? withoutTags, withoutTags, candidates: specificMediaTypes(withTags) };
};

/** Whether a type in a METS is that of a file, be it written with or without what the tags say. */
export const agreesWithTypes = (type: string | null, { best, withoutTags }: ContentTypes): boolean =>
  [best, withoutTags].some((each) => specificMediaTypes([type, each]).length <= 1);

const typeInTags = (entries: readonly MetadataEntry[]): string | null => {
  const type = coalesceExif(entries)?.tags.find(({ tagName }) => tagName === 'MIMEType')?.tagValue ?? null;
  return type === 'application/unknown' ? null : type;
};

import { coalesceExtents } from './coalesce-extents.js';
import { coalesceExif } from './coalesce-newest.js';
import { durationSeconds } from './duration.js';
import type { ExifTag, MetadataEntry } from './entries.js';
import { MetadataFault } from './fault.js';

/** The names that PREMIS significant properties have in a METS. */
export type SignificantProperty = 'ImageWidth' | 'ImageHeight' | 'Duration' | 'Bitrate';

/** Values as they are written; only what is known is there. */
export type SignificantProperties = ReadonlyMap<SignificantProperty, string>;

/**
 * The extents that the tags of a file tell (companion 5.7): image size in pixels, duration in decimal seconds or, where
 * it is not understood, in the words of the tool, and bit rate in its words.
 */
export const propertiesOfTags = (tags: readonly ExifTag[]): SignificantProperties => {
  const first = firstValues(tags);
  const duration = first.get('duration');
  const seconds = duration === undefined ? null : durationSeconds(duration);
  return present({
    ...imageSize(first),
    Duration: seconds === null ? duration : String(seconds),
    Bitrate: first.get('avgbitrate'),
  });
};

/**
 * All that the entries of a file tell of its extents. Throws MetadataFault `extents-differ` where entries, or entries and
 * tags, disagree.
 */
export const significantProperties = (path: string, entries: readonly MetadataEntry[]): SignificantProperties => {
  const { pixelWidth, pixelHeight, duration } = coalesceExtents(path, entries);
  const properties = new Map(propertiesOfTags(coalesceExif(entries)?.tags ?? []));
  const stated = present({
    ImageWidth: pixelWidth?.toString(),
    ImageHeight: pixelHeight?.toString(),
    Duration: duration?.toString(),
  });
  for (const [property, value] of stated) {
    const before = properties.get(property);
    if (before !== undefined && before !== value) throw conflictingProperty(property, before, value);
    properties.set(property, value);
  }
  return properties;
};

/** Two values for a property that can have one, in the words that clients look for. */
export const conflictingProperty = (property: SignificantProperty, before: string, value: string): MetadataFault =>
  new MetadataFault(
    'extents-differ',
    `Conflicting values for significantProperties/${property}: '${before}' vs '${value}'`,
  );

/** By name in lower case without spaces; of tags that repeat the first counts. */
const firstValues = (tags: readonly ExifTag[]): Map<string, string> => {
  const values = new Map<string, string>();
  for (const { tagName, tagValue } of tags) {
    const name = tagName.toLowerCase().replace(/\s/g, '');
    if (!values.has(name) && tagValue !== '') values.set(name, tagValue);
  }
  return values;
};

/** The size of the whole comes first: the tracks of a video repeat the other tags, and mislead. */
const imageSize = (first: ReadonlyMap<string, string>): Record<'ImageWidth' | 'ImageHeight', string | undefined> => {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(first.get('imagesize') ?? '') ?? [];
  return {
    ImageWidth: width ?? first.get('sourceimagewidth') ?? first.get('imagewidth'),
    ImageHeight: height ?? first.get('sourceimageheight') ?? first.get('imageheight'),
  };
};

const present = (values: Readonly<Partial<Record<SignificantProperty, string | undefined>>>): SignificantProperties =>
  new Map(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name as SignificantProperty, value] as const],
    ),
  );

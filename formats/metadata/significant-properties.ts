import { coalesceExif } from './coalesce-newest.js';
import { durationSeconds } from './duration.js';
import type { ExifTag, MetadataEntry, ExtentMetadata } from './entries.js';
import { MetadataFault } from './fault.js';
import { entriesOfType } from './entries-of-type.js';

/** The names that PREMIS significant properties have in a METS. */
export type SignificantProperty = 'ImageWidth' | 'ImageHeight' | 'Duration' | 'Bitrate';

/** Values as they are written; unknown ones are absent. */
export type SignificantProperties = ReadonlyMap<SignificantProperty, string>;

/**
 * The extents in the Exif tags of a file (companion 5.7): image size in pixels, duration in decimal seconds (as the
 * tool wrote it where it cannot be parsed), and bit rate as the tool wrote it.
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
 * The extents of a file from all of its entries. Throws MetadataFault `extents-differ` where entries, or entries and
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

/** The error for two values of one property; clients match its text. */
export const conflictingProperty = (property: SignificantProperty, before: string, value: string): MetadataFault =>
  new MetadataFault(
    'extents-differ',
    `Conflicting values for significantProperties/${property}: '${before}' vs '${value}'`,
  );

/** By name in lower case without spaces; of repeated tags the first counts. */
const firstValues = (tags: readonly ExifTag[]): Map<string, string> => {
  const values = new Map<string, string>();
  for (const { tagName, tagValue } of tags) {
    const name = tagName.toLowerCase().replace(/\s/g, '');
    if (!values.has(name) && tagValue !== '') values.set(name, tagValue);
  }
  return values;
};

/** The size of the whole image comes first: the tracks of a video repeat the other tags with other values. */
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

/** The extents that entries of a file agree on. */
type Extents = Pick<ExtentMetadata, 'pixelWidth' | 'pixelHeight' | 'duration'>;

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

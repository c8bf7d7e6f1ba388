import { coalesceExif } from './coalesce-newest.js';
import { durationSeconds, isApproximate } from './duration.js';
import type { ExifTag, MetadataEntry, ExtentMetadata } from './entries.js';
import { MetadataFault } from './fault.js';
import { entriesOfType } from './entries-of-type.js';
import { appendToList } from '../../flow/append-to-list.js';

/** The names that PREMIS significant properties have in a METS. */
export type SignificantProperty = 'ImageWidth' | 'ImageHeight' | 'Duration' | 'Bitrate';

/** Values as they are written; unknown ones are absent. */
export type SignificantProperties = ReadonlyMap<SignificantProperty, string>;

/**
 * The extents in the Exif tags of a file (companion 5.7), none of which is zero: image size in pixels, duration in decimal
 * seconds (as the tool wrote it where it cannot be parsed, or is estimated), and bit rate as the tool wrote it.
 */
export const propertiesOfTags = (tags: readonly ExifTag[]): SignificantProperties => {
  const values = valuesByName(tags);
  return present({ ...imageSize(values), Duration: durationOf(values), Bitrate: values.get('avgbitrate')?.[0] });
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
    Duration: duration === 0 ? undefined : duration?.toString(),
  });
  for (const [property, value] of stated) {
    const before = properties.get(property);
    if (before !== undefined && before !== value && !isApproximate(before))
      throw conflictingProperty(property, before, value);
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

/** The tags from which extents are taken, in lower case. */
const OF_EXTENTS: ReadonlySet<string> = new Set([
  ...['imagesize', 'sourceimagewidth', 'sourceimageheight', 'imagewidth', 'imageheight'],
  ...['duration', 'trackduration', 'mediaduration', 'avgbitrate', 'mpegaudioversion', 'videobitrate'],
]);

/** Whether extents may be taken from a tag. */
export const isExtentTag = ({ tagName }: ExifTag): boolean => OF_EXTENTS.has(nameOf(tagName));

const nameOf = (tagName: string): string => tagName.toLowerCase().replace(/\s/g, '');

type Values = ReadonlyMap<string, readonly string[]>;

/** All values that are not empty, by name in lower case without spaces. */
const valuesByName = (tags: readonly ExifTag[]): Values => {
  const values = new Map<string, string[]>();
  for (const { tagName, tagValue } of tags) {
    if (tagValue === '') continue;
    appendToList(values, nameOf(tagName), tagValue);
  }
  return values;
};

/**
 * The size of the whole image comes first: the tracks of a video repeat the other tags with other values. ExifTool composes
 * it last; a maker's note may have another one before.
 */
const imageSize = (values: Values): Record<'ImageWidth' | 'ImageHeight', string | undefined> => {
  const size = values.get('imagesize')?.findLast((each) => SIZE.test(each));
  const [, width, height] = SIZE.exec(size ?? '') ?? [];
  const first = (...names: readonly string[]): string | undefined =>
    names.flatMap((name) => values.get(name) ?? []).find((each) => each !== '0');
  return {
    ImageWidth: width ?? first('sourceimagewidth', 'imagewidth'),
    ImageHeight: height ?? first('sourceimageheight', 'imageheight'),
  };
};

const SIZE = /^([1-9]\d*)x([1-9]\d*)$/;

/** An exact duration of the whole file, else of its longest track, else an estimate, else what is not understood. */
const durationOf = (values: Values): string | undefined => {
  const ofFile = (values.get('duration') ?? []).filter((each) => durationSeconds(each) !== 0);
  const ofTracks = ['trackduration', 'mediaduration'].flatMap((name) => values.get(name) ?? []);
  const [whole] = ofFile.flatMap(exactSeconds);
  const longest = Math.max(0, ...ofTracks.flatMap(exactSeconds));
  if (whole !== undefined || longest > 0) return String(whole ?? longest);
  const [estimate] = ofFile;
  const seconds = estimate !== undefined && isMpegAudio(values) ? durationSeconds(estimate) : null;
  return seconds === null ? estimate : String(seconds);
};

const exactSeconds = (text: string): number[] => {
  const seconds = isApproximate(text) ? null : durationSeconds(text);
  return seconds === null ? [] : [seconds];
};

/** ExifTool calls its duration approximate, but has it from the number of frames, or from a constant bit rate. */
const isMpegAudio = (values: Values): boolean => values.has('mpegaudioversion') && !values.has('videobitrate');

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

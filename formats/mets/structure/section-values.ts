import { isDeepStrictEqual } from 'node:util';
import type { ExifMetadata, VirusScanMetadata } from '../../metadata/entries.js';
import type { XmlElement } from '../../xml/tree.js';
import type { MetsExtents, MetsFormat } from '../model/mets.js';
import { readExif } from '../premis/exif-tags.js';
import { readTechnicalMetadata, type TechnicalMetadata } from '../premis/technical-metadata.js';
import { virusChecksWithin } from '../premis/virus-check.js';

/** What administrative sections say. Each is read once: many files may share one. */
export interface SectionValues {
  /** Of a techMD or a whole amdSec. */
  readonly technical: (section: XmlElement) => TechnicalMetadata;
  /** Of a techMD or a whole amdSec. */
  readonly exif: (section: XmlElement) => readonly ExifMetadata[];
  /** Of a digiprovMD, in document order. */
  readonly virusChecks: (provenance: XmlElement) => readonly VirusScanMetadata[];
}

export const sectionValues = (): SectionValues => ({
  technical: onceEach(readTechnicalMetadata, withPartsOf),
  exif: onceEach(readExif, (value, last) => (isDeepStrictEqual(value, last) ? last : value)),
  virusChecks: onceEach(virusChecksWithin, (value) => value),
});

/**
 * `share` gives a value with what it has in common with the last one, so that this takes memory once: a section says what
 * its only techMD says, and files in a row have the same format.
 */
const onceEach = <Value>(
  read: (section: XmlElement) => Value,
  share: (value: Value, last: Value) => Value,
): ((section: XmlElement) => Value) => {
  const known = new Map<number, Value>();
  let last: Value | undefined;
  return (section) => {
    const found = known.get(section.address);
    if (found !== undefined) return found;
    const value = read(section);
    last = last === undefined ? value : share(value, last);
    known.set(section.address, last);
    return last;
  };
};

const withPartsOf = (value: TechnicalMetadata, last: TechnicalMetadata): TechnicalMetadata => {
  const format = isSameFormat(value.format, last.format) ? last.format : value.format;
  const extents = isSameExtents(value.extents, last.extents) ? last.extents : value.extents;
  const isSame =
    format === last.format && extents === last.extents && PLAIN.every((name) => value[name] === last[name]);
  return isSame ? last : { ...value, format, extents };
};

const PLAIN = ['digest', 'size', 'originalName', 'storageLocation', 'orientation', 'rotation'] as const;

const isSameFormat = (one: MetsFormat | null, other: MetsFormat | null): boolean =>
  one?.pronomKey === other?.pronomKey && one?.name === other?.name && one?.version === other?.version;

const isSameExtents = (one: MetsExtents, other: MetsExtents): boolean =>
  one.width === other.width && one.height === other.height && one.duration === other.duration;

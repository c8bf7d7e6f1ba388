import type { ExifMetadata, VirusScanMetadata } from '../../metadata/entries.js';
import type { XmlElement } from '../../xml/tree.js';
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
  technical: onceEach(readTechnicalMetadata),
  exif: onceEach(readExif),
  virusChecks: onceEach(virusChecksWithin),
});

const onceEach = <Value>(read: (section: XmlElement) => Value): ((section: XmlElement) => Value) => {
  const known = new Map<XmlElement, Value>();
  return (section) => {
    const value = known.get(section) ?? read(section);
    known.set(section, value);
    return value;
  };
};

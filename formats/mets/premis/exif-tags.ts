import type { ExifMetadata } from '../../metadata/entries.js';
import { forEachElement } from '../../xml/navigate.js';
import type { MetsElement } from '../model/section-summary.js';

/** The element, in no namespace, with the tags of a file (companion 5.8). */
export const EXIF_BLOB = 'ExifMetadata';

/**
 * All tags in a techMD or a whole amdSec, of whose parts summaries are enough: every element below ExifMetadata is one
 * (companion 5.8). Empty without any.
 */
export const readExif = (section: MetsElement): readonly ExifMetadata[] => {
  const parts = section.elements().flatMap(partsWithin);
  const [first] = parts;
  if (first === undefined || parts.length === 1) return parts;
  return [{ ...first, tags: parts.flatMap(({ tags }) => tags) }];
};

const partsWithin = (element: MetsElement): readonly ExifMetadata[] => {
  if (element.summary !== null) return element.summary.exif;
  const inside = element.elements().flatMap(partsWithin);
  return element.name === EXIF_BLOB ? [tagsBelow(element), ...inside] : inside;
};

const tagsBelow = (blob: MetsElement): ExifMetadata => {
  const tags: { tagName: string; tagValue: string }[] = [];
  forEachElement(blob, (element) => {
    if (element !== blob) tags.push({ tagName: element.name, tagValue: element.text });
  });
  return { type: 'ExifMetadata', source: 'METS', timestamp: null, tags };
};

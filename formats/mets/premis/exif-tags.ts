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
  const parts: ExifMetadata[] = [];
  for (const element of section.elements()) collectParts(element, parts);
  const [first] = parts;
  if (first === undefined || parts.length === 1) return parts;
  return [{ ...first, tags: parts.flatMap(({ tags }) => tags) }];
};

const collectParts = (element: MetsElement, into: ExifMetadata[]): void => {
  const { summary } = element;
  if (summary !== null) {
    into.push(...summary.exif);
    return;
  }
  if (element.name === EXIF_BLOB) into.push(tagsBelow(element));
  for (const child of element.elements()) collectParts(child, into);
};

const tagsBelow = (blob: MetsElement): ExifMetadata => {
  const tags: { tagName: string; tagValue: string }[] = [];
  forEachElement(blob, (element) => {
    if (element !== blob) tags.push({ tagName: element.name, tagValue: element.text });
  });
  return { type: 'ExifMetadata', source: 'METS', timestamp: null, tags };
};

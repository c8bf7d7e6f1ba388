import type { ExifMetadata, ExifTag } from '../../metadata/entries.js';
import { forEachElement } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';

/** The element, in no namespace, with the tags of a file (companion 5.8). */
export const EXIF_BLOB = 'ExifMetadata';

/** All tags in a techMD or a whole amdSec: every element below ExifMetadata is one (companion 5.8). Empty without any. */
export const readExif = (section: XmlElement): ExifMetadata[] => {
  const blobs: XmlElement[] = [];
  forEachElement(section, (element) => {
    if (element.name === EXIF_BLOB) blobs.push(element);
  });
  if (blobs.length === 0) return [];
  const tags: ExifTag[] = [];
  for (const blob of blobs) {
    forEachElement(blob, (element) => {
      if (element !== blob) tags.push({ tagName: element.name, tagValue: element.text });
    });
  }
  return [{ type: 'ExifMetadata', source: 'METS', timestamp: null, tags }];
};

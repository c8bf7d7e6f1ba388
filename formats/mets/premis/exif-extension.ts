import type { ExifTag } from '../../metadata/entries.js';
import { isXmlName, writable } from '../../xml/characters.js';
import type { XmlElement } from '../../xml/tree.js';
import type { MakeElement } from '../elements/element-maker.js';
import { PREMIS } from '../elements/namespaces.js';
import { insertInOrder } from '../elements/ordered-insert.js';
import { EXIF_BLOB } from './exif-tags.js';

/** A tag with a tool's whole report; it is left out, since it would double the size of a METS (companion 5.8). */
const RAW_OUTPUT = 'RawOutput';

/**
 * The element name for a tag: its letters and digits. Null for tags that a METS leaves out, and for a name that begins
 * with a digit, which XML does not allow (companion 5.8).
 */
export const exifElementName = (tagName: string): string | null => {
  const name = tagName.replace(/[^\p{L}\p{N}]/gu, '');
  return name !== RAW_OUTPUT && isXmlName(name) ? name : null;
};

/** Replaces all tags on record, in the given order; without tags the extension is removed. */
export const updateExif = (
  make: MakeElement,
  characteristics: XmlElement,
  tags: readonly ExifTag[],
  sequence: readonly string[],
): void => {
  const written = tags.flatMap(({ tagName, tagValue }) => {
    const name = exifElementName(tagName);
    return name === null ? [] : [{ name, value: writable(tagValue) }];
  });
  const extensions = characteristics.elements(PREMIS, EXTENSION);
  const extension = extensions.find((each) => each.element('', EXIF_BLOB) !== undefined);
  const blob = extension?.element('', EXIF_BLOB);
  if (written.length === 0) {
    extension?.remove();
  } else if (blob !== undefined) {
    blob.children = written.map(({ name, value }) => plain(blob, name, value));
  } else {
    const made = make('', EXIF_BLOB);
    made.children = written.map(({ name, value }) => plain(made, name, value));
    insertInOrder(characteristics, make(PREMIS, EXTENSION, [], [made]), sequence);
  }
};

const EXTENSION = 'objectCharacteristicsExtension';

/** An element in no namespace, for a place where no other is declared. */
const plain = (blob: XmlElement, name: string, text: string): XmlElement => blob.make(null, name, [], [text]);

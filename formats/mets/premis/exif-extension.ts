import type { ExifTag } from '../../metadata/entries.js';
import { isXmlName, writable } from '../../xml/characters.js';
import { childNamed, childrenNamed } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import type { MakeElement } from '../editing/element-maker.js';
import { PREMIS } from '../structure/namespaces.js';
import { insertInOrder } from '../editing/ordered-insert.js';

/** A tool's whole report in one tag: it would double the size of a METS (companion 5.8). */
const RAW_OUTPUT = 'RawOutput';

/**
 * The element that a tag is written as: its name without what is neither letter nor digit. Null for tags that a METS
 * does not hold: XML has no element whose name begins with a digit (companion 5.8).
 */
export const exifElementName = (tagName: string): string | null => {
  const name = tagName.replace(/[^\p{L}\p{N}]/gu, '');
  return name !== RAW_OUTPUT && isXmlName(name) ? name : null;
};

/** Puts the tags in the place of all that were there, in their order; without tags the extension goes. */
export const updateExif = (
  make: MakeElement,
  characteristics: XmlElement,
  tags: readonly ExifTag[],
  sequence: readonly string[],
): void => {
  const children = tags.flatMap(({ tagName, tagValue }) => {
    const name = exifElementName(tagName);
    return name === null ? [] : [plain(name, tagValue)];
  });
  const extensions = childrenNamed(characteristics, PREMIS, EXTENSION);
  const extension = extensions.find((each) => childNamed(each, '', BLOB) !== undefined);
  const blob = extension && childNamed(extension, '', BLOB);
  if (children.length === 0) {
    characteristics.children = characteristics.children.filter((child) => child !== extension);
  } else if (blob !== undefined) {
    blob.children = children;
  } else {
    const made = make('', BLOB);
    made.children = children;
    insertInOrder(characteristics, make(PREMIS, EXTENSION, [], [made]), sequence);
  }
};

const EXTENSION = 'objectCharacteristicsExtension';
const BLOB = 'ExifMetadata';

/** An element in no namespace. */
const plain = (name: string, text: string): XmlElement => ({
  kind: 'element',
  name,
  prefix: '',
  namespace: '',
  attributes: [],
  namespaces: [],
  children: text === '' ? [] : [{ kind: 'text', text: writable(text) }],
});

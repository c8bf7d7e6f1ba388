import { firstWithin, isNamed } from '../../xml/navigate.js';
import { parseInParts, type Parts, type ReadPart } from '../../xml/parse-in-parts.js';
import { parseXml } from '../../xml/parse.js';
import type { XmlDocument, XmlElement } from '../../xml/tree.js';
import { WrittenElement } from '../../xml/written-element.js';
import { METS } from '../structure/namespaces.js';
import { namesIn } from '../structure/names-as-written.js';
import { UniqueIds } from '../structure/unique-ids.js';
import { dropIndentation } from './indentation.js';
import { isPlain, keepWritten, leaveUnread } from './written-elements.js';

/** A METS that was read for edits. */
export interface OpenedDocument {
  readonly document: XmlDocument;
  /** Whether most of it is held as bytes: as elements, it takes ten times as much memory. */
  readonly isCompact: boolean;
}

/**
 * Reads a METS for edits, where it can be in parts: its administrative sections are left unread, and its files and divs
 * keep their bytes. In a METS that an earlier edit wrote (`ours`) these are the bytes of the document; in any other,
 * each part is read, its indentation dropped, and written anew. Throws XmlFault.
 */
export const openDocument = (bytes: Uint8Array, ours: boolean): OpenedDocument => {
  const document = ours ? parseInParts(bytes, ownParts) : readForeign(bytes);
  return { document: document ?? parseXml(bytes), isCompact: document !== null };
};

const ownParts: Parts = {
  whole: ['mets:file', 'mets:div'],
  unread: ['mets:amdSec'],
  take: ({ element, range, scope }) => {
    if (isNamed(element, METS, 'amdSec')) return WrittenElement.unread(element, range, scope);
    return isPlain(element) ? WrittenElement.read(element, range) : element;
  },
};

/** Null as well where an ID inside a section is not unique, since unread sections are not searched for such IDs. */
const readForeign = (bytes: Uint8Array): XmlDocument | null => {
  const ids = new UniqueIds();
  const whole = namesIn(bytes, ['amdSec', 'file', 'div']);
  const document = parseInParts(bytes, { whole, unread: [], take: (part) => takeForeign(part, ids) });
  const mets = document && firstWithin(document.root, METS, 'mets');
  if (mets) ids.add(mets);
  return ids.areUnique ? document : null;
};

const takeForeign = ({ element, range, scope }: ReadPart, ids: UniqueIds): XmlElement => {
  dropIndentation(element);
  if (!isNamed(element, METS, 'amdSec')) return keepWritten(element, range);
  if (range.source.subarray(range.inside, range.outside).includes('MDID')) return element; // it refers to sections
  ids.addInside(element);
  return leaveUnread(element, scope, range);
};

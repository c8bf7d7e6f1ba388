import { attributeOf, firstWithin, isNamed } from '../../xml/navigate.js';
import { parseInParts, type Parts, type ReadPart } from '../../xml/parse-in-parts.js';
import { parseXml } from '../../xml/parse.js';
import type { XmlDocument, XmlElement } from '../../xml/tree.js';
import { WrittenElement } from '../../xml/written-element.js';
import { METS } from '../structure/namespaces.js';
import { forEachMetsElement } from '../structure/own-elements.js';
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
  const prefix = prefixIn(bytes);
  const [amdSec, file, div] = ['amdSec', 'file', 'div'].map((name) => prefix + name) as [string, string, string];
  const document = parseInParts(bytes, {
    whole: [amdSec, file, div],
    unread: [],
    take: (part) => takeForeign(part, ids),
  });
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

/** The prefix of METS elements as written, with its colon, from the first tag of a mets element; '' where there is none. */
const prefixIn = (bytes: Uint8Array): string => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LONGEST_START)).toString('latin1');
  return /<((?:[^\s<>:/!?]+:)?)mets[\s>]/.exec(start)?.[1] ?? '';
};

const LONGEST_START = 64 * 1024;

class UniqueIds {
  readonly #ids = new Set<string>();
  areUnique = true;

  /** Adds the IDs of METS elements inside an element. */
  addInside(element: XmlElement): void {
    forEachMetsElement(element, (each) => {
      if (each !== element) this.#add(each);
    });
  }

  /** Adds the IDs of an element and of METS elements inside it, but for those in unread ones. */
  add(element: XmlElement): void {
    forEachMetsElement(element, (each) => {
      this.#add(each);
    });
  }

  #add(element: XmlElement): void {
    const id = attributeOf(element, 'ID');
    if (id !== null && this.#ids.size === this.#ids.add(id).size) this.areUnique = false;
  }
}

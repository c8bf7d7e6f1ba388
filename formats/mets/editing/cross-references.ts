import { attributeOf, forEachElement } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { XLINK } from '../structure/namespaces.js';
import { forEachMetsElement } from '../structure/own-elements.js';
import { referencedIds } from '../structure/references.js';
import { idsInside, isSkipped } from '../structure/unread-section.js';

/** An element with its parent, to which elements have no reference. */
export interface PlacedElement {
  readonly element: XmlElement;
  readonly parent: XmlElement;
}

/**
 * The references between elements of a METS, updated by each edit, so that the references to a removed element can be
 * removed too.
 */
export class CrossReferences {
  readonly #ids = new Set<string>();
  readonly #uses = new Map<string, number>();
  readonly #pointers = new Map<string, PlacedElement[]>();
  readonly #links = new Map<string, Set<PlacedElement>>();
  /** IDs that pointers or links named, and no element had, when the document was opened. */
  readonly #dangling = new Set<string>();
  /** Elements whose inner IDs are not in `#ids` yet. */
  #unread: XmlElement[] = [];

  constructor(mets: XmlElement) {
    forEachMetsElement(mets, (element) => {
      const id = attributeOf(element, 'ID');
      if (id !== null) this.#ids.add(id);
      if (isSkipped(element)) this.#unread.push(element);
    });
    this.add(mets);
    forEachMetsElement(mets, (element) => {
      for (const id of idsPointedAt(element)) if (!this.#ids.has(id)) this.#dangling.add(id);
    });
  }

  /** Whether an element of the document has this ID. */
  has(id: string): boolean {
    if (this.#ids.has(id)) return true;
    this.#readIds();
    return this.#ids.has(id);
  }

  /** Whether a new element may have this ID. One that a dangling pointer names is not free. */
  isFree(id: string): boolean {
    return !this.has(id) && !this.#dangling.has(id);
  }

  /** Adds an element and its descendants. */
  add(added: XmlElement): void {
    forEachMetsElement(added, (element, parent) => {
      const id = attributeOf(element, 'ID');
      if (id !== null) this.#ids.add(id);
      this.addUses(element);
      if (parent === null) return;
      for (const fileId of filesPointedAt(element, parent)) append(this.#pointers, fileId, { element, parent });
      this.addLink({ element, parent });
    });
  }

  /** Counts the sections that an element itself names; call it after the element changed. */
  addUses(element: XmlElement): void {
    for (const used of this.#sectionsUsedBy(element)) this.#uses.set(used, (this.#uses.get(used) ?? 0) + 1);
  }

  /** Uncounts the sections that an element itself names; call it before the element changes. */
  removeUses(element: XmlElement): void {
    for (const used of this.#sectionsUsedBy(element))
      this.#uses.set(used, Math.max((this.#uses.get(used) ?? 0) - 1, 0));
  }

  /** Removes the IDs and uses of a removed element and its descendants. */
  remove(removed: XmlElement): void {
    this.#readIds();
    forEachElement(removed, (element) => {
      this.removeUses(element);
    });
    forEachElement(removed, (element) => {
      const id = attributeOf(element, 'ID');
      if (id !== null) this.#ids.delete(id);
    });
  }

  /** Whether an ADMID or DMDID still names the section or a part of it. */
  isUsed(section: XmlElement): boolean {
    let used = false;
    forEachElement(section, (element) => {
      const id = attributeOf(element, 'ID');
      used ||= id !== null && (this.#uses.get(id) ?? 0) > 0;
    });
    return used;
  }

  /** Gives and forgets the fptr and area elements that name a file. */
  takePointers(fileId: string): readonly PlacedElement[] {
    return take(this.#pointers, fileId);
  }

  /** Adds an element if it is an smLink. */
  addLink(link: PlacedElement): void {
    for (const end of linkEnds(link.element)) {
      const known = this.#links.get(end);
      if (known === undefined) this.#links.set(end, new Set([link]));
      else known.add(link);
    }
  }

  forgetLink(link: PlacedElement): void {
    for (const end of linkEnds(link.element)) this.#links.get(end)?.delete(link);
  }

  /** The smLinks that start from an id. */
  linksFrom(id: string): readonly PlacedElement[] {
    return [...(this.#links.get(id) ?? [])].filter(({ element }) => attributeOf(element, 'from', XLINK) === id);
  }

  /** Gives and forgets the smLinks from or to an ID. */
  takeLinks(id: string): readonly PlacedElement[] {
    const links = [...(this.#links.get(id) ?? [])];
    for (const link of links) this.forgetLink(link);
    return links;
  }

  #readIds(): void {
    for (const element of this.#unread) for (const id of idsInside(element)) this.#ids.add(id);
    this.#unread = [];
  }

  #sectionsUsedBy(element: XmlElement): string[] {
    const isKnown = (id: string): boolean => this.has(id);
    return ['ADMID', 'DMDID'].flatMap((name) => referencedIds(attributeOf(element, name), isKnown));
  }
}

/** The FILEID of an element, or both ends of an smLink. */
const idsPointedAt = (element: XmlElement): string[] => {
  const fileId = attributeOf(element, 'FILEID');
  return fileId === null ? linkEnds(element) : [fileId];
};

const linkEnds = (element: XmlElement): string[] =>
  element.name === 'smLink' ? ['from', 'to'].flatMap((end) => attributeOf(element, end, XLINK) ?? []) : [];

/**
 * The files with which this element is removed. A pointer is removed with its only file, named in an attribute or in
 * areas; of one that plays several files together, each area is removed by itself.
 */
const filesPointedAt = (element: XmlElement, parent: XmlElement): string[] => {
  if (element.name === 'fptr') {
    const ids = fileIdsWithin(element);
    return ids.size === 1 ? [...ids] : [];
  }
  const isShared = element.name === 'area' && parent.name !== 'fptr';
  const fileId = attributeOf(element, 'FILEID');
  return isShared && fileId !== null ? [fileId] : [];
};

const fileIdsWithin = (pointer: XmlElement): Set<string> => {
  const ids = new Set<string>();
  forEachElement(pointer, (element) => {
    const id = attributeOf(element, 'FILEID');
    if (id !== null) ids.add(id);
  });
  return ids;
};

const append = (map: Map<string, PlacedElement[]>, key: string, placed: PlacedElement): void => {
  const known = map.get(key);
  if (known === undefined) map.set(key, [placed]);
  else known.push(placed);
};

const take = (map: Map<string, PlacedElement[]>, key: string): readonly PlacedElement[] => {
  const found = map.get(key) ?? [];
  map.delete(key);
  return found;
};

import { forEachElement } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { XLINK } from '../elements/namespaces.js';
import { forEachMetsElement } from '../structure/own-elements.js';
import { referencedIds } from '../ids/references.js';
import type { MetsSections } from '../structure/sections.js';

/**
 * The references between elements of a METS, updated by each edit, so that the references to a removed element can be
 * removed too.
 */
export class CrossReferences {
  readonly #ids: Set<string>;
  readonly #uses = new Map<string, number>();
  readonly #pointers = new Map<string, XmlElement[]>();
  readonly #links = new Map<string, Set<XmlElement>>();
  /** IDs that pointers or links named, and no element had, when the document was opened. */
  readonly #dangling = new Set<string>();

  constructor({ mets, ids }: Pick<MetsSections, 'mets' | 'ids'>) {
    this.#ids = new Set(ids);
    forEachMetsElement(mets, (element) => {
      this.#addReferences(element);
      for (const id of idsPointedAt(element)) if (!ids.has(id)) this.#dangling.add(id);
    });
  }

  /** Whether an element of the document has this ID. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Whether a new element may have this ID. One that a dangling pointer names is not free. */
  isFree(id: string): boolean {
    return !this.has(id) && !this.#dangling.has(id);
  }

  /** Adds an element and its descendants. */
  add(added: XmlElement): void {
    forEachMetsElement(added, (element) => {
      const id = element.attribute('ID');
      if (id !== null) this.#ids.add(id);
      this.#addReferences(element);
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
    forEachElement(removed, (element) => {
      this.removeUses(element);
    });
    forEachElement(removed, (element) => {
      const id = element.attribute('ID');
      if (id !== null) this.#ids.delete(id);
    });
  }

  /** Whether an ADMID or DMDID still names the section or a part of it. */
  isUsed(section: XmlElement): boolean {
    let used = false;
    forEachElement(section, (element) => {
      const id = element.attribute('ID');
      used ||= id !== null && (this.#uses.get(id) ?? 0) > 0;
    });
    return used;
  }

  /** Gives and forgets the fptr and area elements that name a file. */
  takePointers(fileId: string): readonly XmlElement[] {
    return take(this.#pointers, fileId);
  }

  /** Adds an element if it is an smLink. */
  addLink(link: XmlElement): void {
    for (const end of linkEnds(link)) {
      const known = this.#links.get(end);
      if (known === undefined) this.#links.set(end, new Set([link]));
      else known.add(link);
    }
  }

  forgetLink(link: XmlElement): void {
    for (const end of linkEnds(link)) this.#links.get(end)?.delete(link);
  }

  /** The smLinks that start from an id. */
  linksFrom(id: string): readonly XmlElement[] {
    return [...(this.#links.get(id) ?? [])].filter((link) => link.attribute('from', XLINK) === id);
  }

  /** Gives and forgets the smLinks from or to an ID. */
  takeLinks(id: string): readonly XmlElement[] {
    const links = [...(this.#links.get(id) ?? [])];
    for (const link of links) this.forgetLink(link);
    return links;
  }

  #addReferences(element: XmlElement): void {
    this.addUses(element);
    for (const fileId of filesPointedAt(element)) append(this.#pointers, fileId, element);
    this.addLink(element);
  }

  #sectionsUsedBy(element: XmlElement): string[] {
    const isKnown = (id: string): boolean => this.has(id);
    return ['ADMID', 'DMDID'].flatMap((name) => referencedIds(element.attribute(name), isKnown));
  }
}

/** The FILEID of an element, or both ends of an smLink. */
const idsPointedAt = (element: XmlElement): string[] => {
  const fileId = element.attribute('FILEID');
  return fileId === null ? linkEnds(element) : [fileId];
};

const linkEnds = (element: XmlElement): string[] =>
  element.name === 'smLink' ? ['from', 'to'].flatMap((end) => element.attribute(end, XLINK) ?? []) : [];

/**
 * The files with which this element is removed. A pointer is removed with its only file, named in an attribute or in
 * areas; of one that plays several files together, each area is removed by itself.
 */
const filesPointedAt = (element: XmlElement): string[] => {
  if (element.name === 'fptr') {
    const ids = fileIdsWithin(element);
    return ids.size === 1 ? [...ids] : [];
  }
  const isShared = element.name === 'area' && element.parent?.name !== 'fptr';
  const fileId = isShared ? element.attribute('FILEID') : null;
  return fileId === null ? [] : [fileId];
};

const fileIdsWithin = (pointer: XmlElement): Set<string> => {
  const ids = new Set<string>();
  forEachElement(pointer, (element) => {
    const id = element.attribute('FILEID');
    if (id !== null) ids.add(id);
  });
  return ids;
};

const append = (map: Map<string, XmlElement[]>, key: string, element: XmlElement): void => {
  const known = map.get(key);
  if (known === undefined) map.set(key, [element]);
  else known.push(element);
};

const take = (map: Map<string, XmlElement[]>, key: string): readonly XmlElement[] => {
  const found = map.get(key) ?? [];
  map.delete(key);
  return found;
};

import { attributeOf, forEachElement } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { XLINK } from '../structure/namespaces.js';
import { forEachMetsElement } from '../structure/own-elements.js';
import { referencedIds } from '../structure/references.js';
import { idsInside, isUnread } from '../structure/unparsed-section.js';

/** An element and what it stands in, which plain elements do not know. */
export interface Standing {
  readonly element: XmlElement;
  readonly parent: XmlElement;
}

/** Who refers to whom in a METS, kept up while it is edited, so that what is removed leaves nothing pointing at it. */
export class CrossReferences {
  readonly #ids = new Set<string>();
  readonly #uses = new Map<string, number>();
  readonly #pointers = new Map<string, Standing[]>();
  readonly #links = new Map<string, Set<Standing>>();
  /** What was pointed or linked to, and not there, when the document was opened. */
  readonly #dangling = new Set<string>();
  /** Elements whose inner ids are not among the others yet. */
  #unread: XmlElement[] = [];

  constructor(mets: XmlElement) {
    forEachMetsElement(mets, (element) => {
      const id = attributeOf(element, 'ID');
      if (id !== null) this.#ids.add(id);
      if (isUnread(element)) this.#unread.push(element);
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

  /** Whether a new element may have this ID: a pointer to nothing must not come to mean it. */
  isFree(id: string): boolean {
    return !this.has(id) && !this.#dangling.has(id);
  }

  /** Takes in an element and all within it. */
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

  /** Counts the sections that an element names by itself, once it has come to name them. */
  addUses(element: XmlElement): void {
    for (const used of this.#sectionsUsedBy(element)) this.#uses.set(used, (this.#uses.get(used) ?? 0) + 1);
  }

  /** Forgets the sections that an element names by itself, before it comes to name others. */
  removeUses(element: XmlElement): void {
    for (const used of this.#sectionsUsedBy(element))
      this.#uses.set(used, Math.max((this.#uses.get(used) ?? 0) - 1, 0));
  }

  /** Forgets the ids and uses of an element that leaves the document, and of all within it. */
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

  /** Whether anything still names the section, or a part of it, in ADMID or DMDID. */
  isUsed(section: XmlElement): boolean {
    let used = false;
    forEachElement(section, (element) => {
      const id = attributeOf(element, 'ID');
      used ||= id !== null && (this.#uses.get(id) ?? 0) > 0;
    });
    return used;
  }

  /** The fptr and area elements that name a file; none are remembered afterwards. */
  takePointers(fileId: string): readonly Standing[] {
    return take(this.#pointers, fileId);
  }

  /** Takes in an element if it is an smLink. */
  addLink(link: Standing): void {
    for (const end of linkEnds(link.element)) {
      const known = this.#links.get(end);
      if (known === undefined) this.#links.set(end, new Set([link]));
      else known.add(link);
    }
  }

  forgetLink(link: Standing): void {
    for (const end of linkEnds(link.element)) this.#links.get(end)?.delete(link);
  }

  /** The smLinks that start from an id. */
  linksFrom(id: string): readonly Standing[] {
    return [...(this.#links.get(id) ?? [])].filter(({ element }) => attributeOf(element, 'from', XLINK) === id);
  }

  /** The smLinks from or to an id; none are remembered afterwards. */
  takeLinks(id: string): readonly Standing[] {
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

/** What an element names that is to be a file, or what a link ends at. */
const idsPointedAt = (element: XmlElement): string[] => {
  const fileId = attributeOf(element, 'FILEID');
  return fileId === null ? linkEnds(element) : [fileId];
};

const linkEnds = (element: XmlElement): string[] =>
  element.name === 'smLink' ? ['from', 'to'].flatMap((end) => attributeOf(element, end, XLINK) ?? []) : [];

/**
 * The files that would take this element with them. A pointer goes with the only file it has, in an attribute or in
 * areas; of one that plays several files together, each area goes alone.
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

const append = (map: Map<string, Standing[]>, key: string, standing: Standing): void => {
  const known = map.get(key);
  if (known === undefined) map.set(key, [standing]);
  else known.push(standing);
};

const take = (map: Map<string, Standing[]>, key: string): readonly Standing[] => {
  const found = map.get(key) ?? [];
  map.delete(key);
  return found;
};

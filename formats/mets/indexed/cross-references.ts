import { forEachElement } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { METS, XLINK } from '../elements/namespaces.js';
import { forEachMetsElement, ownAttributes } from '../structure/own-elements.js';
import { referencedIds } from '../ids/references.js';
import type { MetsSections } from '../structure/sections.js';
import { appendToList } from '../../../flow/append-to-list.js';

/**
 * The references between elements of a METS, updated by each edit, so that the references to a removed element can be
 * removed too.
 */
export class CrossReferences {
  readonly #mets: XmlElement;
  readonly #ids: MetsSections<XmlElement>['ids'];
  /** How many elements name each section. Null until a reference is removed: additions need not know. */
  #uses: Map<string, number> | null = null;
  /** The elements with a FILEID, by it. */
  readonly #pointers = new Map<string, XmlElement[]>();
  /** Whether pointers named several files when one of these was removed first, by their addresses. */
  readonly #shared = new Map<number, boolean>();
  readonly #links = new Map<string, Set<XmlElement>>();
  /** IDs that pointers or links named, and no element had, when the document was opened. */
  readonly #dangling: ReadonlySet<string>;

  constructor({ mets, ids, structMaps }: Pick<MetsSections<XmlElement>, 'mets' | 'ids' | 'structMaps'>) {
    this.#mets = mets;
    this.#ids = ids;
    for (const map of structMaps)
      map.forEachAttribute(ownAttributes('FILEID'), (element, fileId) => {
        appendToList(this.#pointers, fileId, element);
      });
    for (const section of mets.elements(METS, 'structLink'))
      for (const link of section.elements(METS)) this.addLink(link);
    const named = [...this.#pointers.keys(), ...this.#links.keys()];
    this.#dangling = new Set(named.filter((id) => !ids.has(id)));
  }

  /** Whether a new element may have this ID. One that a dangling pointer names is not free. */
  isFree(id: string): boolean {
    return !this.#ids.has(id) && !this.#dangling.has(id);
  }

  /** Adds an element and its descendants. */
  add(added: XmlElement): void {
    forEachMetsElement(added, (element) => {
      const id = element.attribute('ID');
      if (id !== null) this.#ids.set(id, element);
      this.addUses(element);
      const fileId = element.attribute('FILEID');
      if (fileId !== null) appendToList(this.#pointers, fileId, element);
      this.addLink(element);
    });
  }

  /** Counts the sections that an element itself names; call it after the element changed. */
  addUses(element: XmlElement): void {
    if (this.#uses !== null) this.#change(this.#uses, element, 1);
  }

  /** Uncounts the sections that an element itself names; call it before the element changes. */
  removeUses(element: XmlElement): void {
    this.#change(this.#counted(), element, -1);
  }

  /** Removes the IDs and uses of an element and its descendants; call it before the element is taken out. */
  remove(removed: XmlElement): void {
    forEachMetsElement(removed, (element) => {
      this.removeUses(element);
    });
    forEachMetsElement(removed, (element) => {
      const id = element.attribute('ID');
      if (id !== null) this.#ids.delete(id);
    });
  }

  /** Whether an ADMID or DMDID still names the section or a part of it. */
  isUsed(section: XmlElement): boolean {
    const uses = this.#counted();
    let used = false;
    forEachMetsElement(section, (element) => {
      const id = element.attribute('ID');
      used ||= id !== null && (uses.get(id) ?? 0) > 0;
    });
    return used;
  }

  /** Gives the elements that are to be removed with a file, and forgets them. */
  takePointers(fileId: string): readonly XmlElement[] {
    const found = this.#pointers.get(fileId) ?? [];
    this.#pointers.delete(fileId);
    return found.flatMap((element) => this.#removedWith(element) ?? []);
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

  /**
   * What is removed with the file that an fptr or an area in it names: the pointer where this is its only file; of one
   * that plays several files together, each area by itself.
   */
  #removedWith(element: XmlElement): XmlElement | null {
    const pointer = pointerAround(element);
    if (pointer !== null && !this.#isShared(pointer)) return pointer;
    return element.name === 'area' && element.parent?.name !== 'fptr' ? element : null;
  }

  #isShared(pointer: XmlElement): boolean {
    const known = this.#shared.get(pointer.address) ?? fileIdsWithin(pointer).size > 1;
    this.#shared.set(pointer.address, known);
    return known;
  }

  #counted(): Map<string, number> {
    if (this.#uses !== null) return this.#uses;
    const uses = (this.#uses = new Map<string, number>());
    for (const name of NAMING_SECTIONS)
      this.#mets.forEachAttribute(ownAttributes(name), (_element, value) => {
        this.#count(uses, value, 1);
      });
    return uses;
  }

  #change(uses: Map<string, number>, element: XmlElement, change: 1 | -1): void {
    for (const name of NAMING_SECTIONS) this.#count(uses, element.attribute(name), change);
  }

  #count(uses: Map<string, number>, value: string | null, change: 1 | -1): void {
    for (const id of referencedIds(value, (each) => this.#ids.has(each)))
      uses.set(id, Math.max((uses.get(id) ?? 0) + change, 0));
  }
}

const NAMING_SECTIONS = ['ADMID', 'DMDID'] as const;

const linkEnds = (element: XmlElement): string[] =>
  element.name === 'smLink' ? ['from', 'to'].flatMap((end) => element.attribute(end, XLINK) ?? []) : [];

const pointerAround = (element: XmlElement | null): XmlElement | null =>
  element === null || element.name === 'fptr' ? element : pointerAround(element.parent);

const fileIdsWithin = (pointer: XmlElement): Set<string> => {
  const ids = new Set<string>();
  forEachElement(pointer, (element) => {
    const id = element.attribute('FILEID');
    if (id !== null) ids.add(id);
  });
  return ids;
};

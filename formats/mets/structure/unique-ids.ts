import { attributeOf } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { forEachMetsElement } from './own-elements.js';

/** Tells whether the IDs of METS elements are unique. */
export class UniqueIds {
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

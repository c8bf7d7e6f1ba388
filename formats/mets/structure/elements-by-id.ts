import { firstNames } from '../../../flow/first-of-many.js';
import { serialiseElement } from '../../xml/serialise.js';
import type { XmlElement } from '../../xml/tree.js';
import { MetsFault } from '../model/fault.js';
import { referencedIds } from '../ids/references.js';
import { ownAttributes } from './own-elements.js';

/** The elements to whose IDs a reference may lead; a reference to any other is unknown. */
const REFERRED = ['dmdSec', 'amdSec', 'techMD', 'digiprovMD', 'file', 'fileGrp', 'div'] as const;
type Referred = (typeof REFERRED)[number];

/** The METS elements by their IDs, which share one space. Documents of other producers may use one ID several times. */
export class ElementsById {
  readonly #first = new Map<string, XmlElement>();
  /** All elements of the IDs that several have. */
  readonly #several = new Map<string, XmlElement[]>();
  readonly #ambiguous: ReadonlySet<string>;

  constructor(mets: XmlElement) {
    mets.forEachAttribute(ownAttributes('ID'), (element, id) => {
      const first = this.#first.get(id);
      if (first === undefined) {
        this.#first.set(id, element);
        return;
      }
      const several = this.#several.get(id);
      if (several === undefined) this.#several.set(id, [first, element]);
      else several.push(element);
    });
    this.#ambiguous = new Set([...this.#several].flatMap(([id, elements]) => (areAmbiguous(elements) ? id : [])));
  }

  /** IDs that several elements have. */
  get duplicates(): readonly string[] {
    return [...this.#several.keys()];
  }

  has(id: string): boolean {
    return this.#first.has(id);
  }

  /** The first element of that name with an ID. */
  get(id: string, name: Referred): XmlElement | undefined {
    const first = this.#first.get(id);
    if (first === undefined || first.name === name) return first;
    return this.#several.get(id)?.find((element) => element.name === name);
  }

  /** The given ID. Throws MetsFault `mets-duplicate-id` where different elements of one name have it. */
  unambiguous(id: string): string {
    if (!this.#ambiguous.has(id)) return id;
    throw new MetsFault('mets-duplicate-id', `The METS refers to the ID '${id}', which different elements have.`);
  }

  set(id: string, element: XmlElement): void {
    this.#first.set(id, element);
  }

  delete(id: string): void {
    this.#first.delete(id);
  }
}

/** The IDs of the dmdSecs that an element names. */
export const descriptionIdsOf = (ids: ElementsById, element: XmlElement): string[] =>
  referencedIds(element.attribute('DMDID'), (id) => ids.get(id, 'dmdSec') !== undefined);

/** The fault of a METS in which more than one element has each of these IDs. */
export const duplicateIds = (ids: Iterable<string>): MetsFault => {
  const named = firstNames([...ids].map((id) => `'${id}'`));
  return new MetsFault('mets-duplicate-id', `The METS uses an ID more than once: ${named}.`);
};

const areAmbiguous = (elements: readonly XmlElement[]): boolean =>
  REFERRED.some((name) => {
    const [first, ...others] = elements.filter((element) => element.name === name);
    if (first === undefined || others.length === 0) return false;
    const written = serialiseElement(first);
    return others.some((other) => !serialiseElement(other).equals(written));
  });

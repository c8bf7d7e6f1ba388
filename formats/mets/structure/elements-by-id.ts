import { appendToList } from '../../../flow/append-to-list.js';
import { firstNames } from '../../../flow/first-of-many.js';
import type { Readable } from '../../xml/readable.js';
import { MetsFault } from '../model/fault.js';
import { referencedIds } from '../ids/references.js';

/** The elements to whose IDs a reference may lead; a reference to any other is unknown. */
const REFERRED = ['dmdSec', 'amdSec', 'techMD', 'digiprovMD', 'file', 'fileGrp', 'div'] as const;
type Referred = (typeof REFERRED)[number];

export const isReferred = (name: string): name is Referred => REFERRED_NAMES.has(name);

const REFERRED_NAMES: ReadonlySet<string> = new Set(REFERRED);

/** The first element of each ID. */
export interface FirstElements<E> {
  get(id: string): E | undefined;
  set(id: string, element: E): unknown;
  delete(id: string): unknown;
}

/** The METS elements by their IDs, which share one space. Documents of other producers may use one ID several times. */
export class ElementsById<E extends { readonly name: string }> {
  readonly #first: FirstElements<E>;
  /** All elements of the IDs that several have. */
  readonly #several = new Map<string, E[]>();
  #ambiguous: ReadonlySet<string> = new Set();

  constructor(first: FirstElements<E> = new Map<string, E>()) {
    this.#first = first;
  }

  /** Takes the next element, in document order. */
  add(id: string, element: E): void {
    const first = this.#first.get(id);
    if (first === undefined) this.#first.set(id, element);
    else if (this.#several.has(id)) appendToList(this.#several, id, element);
    else this.#several.set(id, [first, element]);
  }

  /** IDs that several elements have. */
  get duplicates(): readonly string[] {
    return [...this.#several.keys()];
  }

  /** IDs that several elements of one name have, to which a reference may lead. */
  get unclear(): readonly string[] {
    return [...this.#several].flatMap(([id, elements]) => {
      const names = elements.map(({ name }) => name).filter(isReferred);
      return new Set(names).size < names.length ? id : [];
    });
  }

  /** Tells of which unclear IDs the elements are different; none are until then. */
  setAmbiguous(ids: ReadonlySet<string>): void {
    this.#ambiguous = ids;
  }

  has(id: string): boolean {
    return this.#first.get(id) !== undefined;
  }

  /** The first element with an ID. */
  first(id: string): E | undefined {
    return this.#first.get(id);
  }

  /** The first element of that name with an ID. */
  get(id: string, name: Referred): E | undefined {
    const first = this.#first.get(id);
    if (first === undefined || first.name === name) return first;
    return this.#several.get(id)?.find((element) => element.name === name);
  }

  /** The given ID. Throws MetsFault `mets-duplicate-id` where different elements of one name have it. */
  unambiguous(id: string): string {
    if (!this.#ambiguous.has(id)) return id;
    throw new MetsFault('mets-duplicate-id', `The METS refers to the ID '${id}', which different elements have.`);
  }

  set(id: string, element: E): void {
    this.#first.set(id, element);
  }

  delete(id: string): void {
    this.#first.delete(id);
  }
}

/** The IDs of the dmdSecs that an element names. */
export const descriptionIdsOf = <E extends Readable<E>>(ids: ElementsById<E>, element: E): string[] =>
  referencedIds(element.attribute('DMDID'), (id) => ids.get(id, 'dmdSec') !== undefined);

/** The fault of a METS in which more than one element has each of these IDs. */
export const duplicateIds = (ids: Iterable<string>): MetsFault => {
  const named = firstNames([...ids].map((id) => `'${id}'`));
  return new MetsFault('mets-duplicate-id', `The METS uses an ID more than once: ${named}.`);
};

import { detached } from '../detached.js';

/** The name of an element and those of its attributes, in their order. */
export interface ElementShape {
  /** From 0. */
  readonly number: number;
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly { readonly name: string; readonly namespace: string }[];
}

/** A shape, and those with one attribute more. */
interface KnownShape extends ElementShape {
  readonly more: Map<string, KnownShape>;
}

/** The shapes of the elements of a document. */
export class ElementShapes {
  /** By their numbers. */
  readonly all: ElementShape[] = [];
  readonly #namespaces = new Map<string, Map<string, KnownShape>>();

  /** The shape of an element of that name without attributes. */
  of(name: string, namespace: string): KnownShape {
    let names = this.#namespaces.get(namespace);
    if (names === undefined) this.#namespaces.set(detached(namespace), (names = new Map<string, KnownShape>()));
    let known = names.get(name);
    if (known === undefined) {
      known = this.#made({ name: detached(name), namespace: detached(namespace), attributes: [] });
      names.set(known.name, known);
    }
    return known;
  }

  /** The shape with one attribute more. */
  with(shape: KnownShape, name: string, namespace: string): KnownShape {
    const key = namespace === '' ? name : `${name} ${namespace}`;
    const known = shape.more.get(key);
    if (known !== undefined) return known;
    const attribute = { name: detached(name), namespace: detached(namespace) };
    const made = this.#made({ ...shape, attributes: [...shape.attributes, attribute] });
    shape.more.set(detached(key), made);
    return made;
  }

  #made({ name, namespace, attributes }: Omit<ElementShape, 'number'>): KnownShape {
    const made = { number: this.all.length, name, namespace, attributes, more: new Map<string, KnownShape>() };
    this.all.push(made);
    return made;
  }
}

import { detached } from './detached.js';
import type { Readable } from './readable.js';

/**
 * An element that was kept of a document whose events were read: of it there is what its reader put in, and its strings
 * hold no part of the document but themselves. Elements of one shape share all but the values of their attributes.
 */
export class KeptElement<Summary = unknown> implements Readable<KeptElement<Summary>> {
  readonly #shape: ElementShape;
  /** Of the attributes of its shape. */
  readonly #values: readonly string[];
  #first: KeptNode<Summary> | null = null;
  /** The node after this one, in the element around both. */
  next: KeptNode<Summary> | null = null;
  /** What its reader found in it. */
  summary: Summary | null = null;

  constructor(shape: ElementShape, values: readonly string[]) {
    this.#shape = shape;
    this.#values = values;
  }

  get name(): string {
    return this.#shape.name;
  }

  get namespace(): string {
    return this.#shape.namespace;
  }

  get text(): string {
    let text = '';
    for (let each = this.#first; each !== null; each = each.next) text += each.text;
    return detached(text);
  }

  attribute(name: string, namespace = ''): string | null {
    const at = this.#shape.attributes.findIndex((each) => each.name === name && each.namespace === namespace);
    return this.#values[at] ?? null;
  }

  element(namespace?: string, name?: string): KeptElement<Summary> | undefined {
    for (let each = this.#first; each !== null; each = each.next)
      if (each instanceof KeptElement && each.#isNamed(namespace, name)) return each;
    return undefined;
  }

  elements(namespace?: string, name?: string): KeptElement<Summary>[] {
    const found: KeptElement<Summary>[] = [];
    for (let each = this.#first; each !== null; each = each.next)
      if (each instanceof KeptElement && each.#isNamed(namespace, name)) found.push(each);
    return found;
  }

  /** Puts a node behind `last`, which is the last one, or null where there is none. */
  append(node: KeptNode<Summary>, last: KeptNode<Summary> | null): void {
    if (last === null) this.#first = node;
    else last.next = node;
  }

  /** Forgets what is behind a node in it, or with null all that is inside. */
  cutAfter(last: KeptNode<Summary> | null): void {
    if (last === null) this.#first = null;
    else last.next = null;
  }

  /** Forgets what is inside but for these elements. */
  keepOnly(elements: readonly KeptElement<Summary>[]): void {
    this.#first = null;
    let last: KeptElement<Summary> | null = null;
    for (const each of elements) {
      each.next = null;
      this.append(each, last);
      last = each;
    }
  }

  #isNamed(namespace: string | undefined, name: string | undefined): boolean {
    const { name: own, namespace: of } = this.#shape;
    return (name === undefined || own === name) && (namespace === undefined || of === namespace);
  }
}

/** A text inside an element. */
export interface KeptText<Summary = unknown> {
  readonly text: string;
  next: KeptNode<Summary> | null;
}

export type KeptNode<Summary = unknown> = KeptElement<Summary> | KeptText<Summary>;

/** The name of an element and those of its attributes, in their order. */
export interface ElementShape {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly { readonly name: string; readonly namespace: string }[];
}

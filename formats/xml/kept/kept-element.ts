import { detached } from '../detached.js';
import type { Readable } from '../readable.js';
import type { ElementShape } from './element-shapes.js';

/** What is kept of the elements of a document, by their numbers. */
export interface ElementColumns<Summary> {
  shapeOf(element: number): ElementShape;
  /** The value of the attribute at an index of the shape. */
  valueOf(element: number, index: number): string;
  /** All text in it. */
  textOf(element: number): string;
  /** The first element directly in it; below 0 where there is none. */
  firstIn(element: number): number;
  /** The next one after an element, in the element around both; likewise. */
  nextAfter(element: number): number;
  summaryOf(element: number): Summary | null;
  at(element: number): KeptElement<Summary>;
}

/**
 * An element that was kept of a document whose events were read: of it there is what its reader put in. Of one element
 * there may be several of these, with the same `at`.
 */
export class KeptElement<Summary = unknown> implements Readable<KeptElement<Summary>> {
  readonly #kept: ElementColumns<Summary>;
  /** The number of the element. */
  readonly at: number;

  constructor(kept: ElementColumns<Summary>, at: number) {
    this.#kept = kept;
    this.at = at;
  }

  get name(): string {
    return this.#kept.shapeOf(this.at).name;
  }

  get namespace(): string {
    return this.#kept.shapeOf(this.at).namespace;
  }

  get text(): string {
    return detached(this.#kept.textOf(this.at));
  }

  /** What its reader found in it. */
  get summary(): Summary | null {
    return this.#kept.summaryOf(this.at);
  }

  attribute(name: string, namespace = ''): string | null {
    const { attributes } = this.#kept.shapeOf(this.at);
    const index = attributes.findIndex((each) => each.name === name && each.namespace === namespace);
    return index < 0 ? null : this.#kept.valueOf(this.at, index);
  }

  element(namespace?: string, name?: string): KeptElement<Summary> | undefined {
    for (let child = this.#kept.firstIn(this.at); child >= 0; child = this.#kept.nextAfter(child))
      if (this.#isNamed(child, namespace, name)) return this.#kept.at(child);
    return undefined;
  }

  elements(namespace?: string, name?: string): KeptElement<Summary>[] {
    const found: KeptElement<Summary>[] = [];
    for (let child = this.#kept.firstIn(this.at); child >= 0; child = this.#kept.nextAfter(child))
      if (this.#isNamed(child, namespace, name)) found.push(this.#kept.at(child));
    return found;
  }

  #isNamed(element: number, namespace: string | undefined, name: string | undefined): boolean {
    const { name: own, namespace: of } = this.#kept.shapeOf(element);
    return (name === undefined || own === name) && (namespace === undefined || of === namespace);
  }
}

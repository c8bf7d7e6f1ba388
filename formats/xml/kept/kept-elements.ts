import { NumberColumn } from './number-column.js';
import type { StringPool } from './string-pool.js';
import { detached } from '../detached.js';
import type { ElementShape } from './element-shapes.js';
import { KeptElement, type ElementColumns } from './kept-element.js';

/** How a value is kept: `common` where many are equal, so that each is one string whoever asks for it. */
export type ValueKind = 'unique' | 'common';

/** How much is kept at one moment. */
export interface Extent {
  readonly nodes: number;
  readonly values: number;
  readonly texts: number;
  readonly unique: number;
}

/** Keeps what the elements are summarised as. */
export interface SummaryStore<Summary> {
  /** The number of a summary. */
  add(summary: Summary): number;
  at(number: number): Summary;
}

const NONE = -1;

/**
 * The elements and texts that were kept of a document whose events were read, as numbers in columns: an element is its
 * number, from which `at` makes an object whenever one is wanted. What is kept takes no part of the document. Elements of
 * one shape share all but the values of their attributes.
 */
export class KeptElements<Summary = unknown> implements ElementColumns<Summary> {
  readonly #shapes: readonly ElementShape[];
  readonly #unique: StringPool;
  readonly #summaries: SummaryStore<Summary>;
  readonly #common: string[] = [];
  readonly #commonNumbers = new Map<string, number>();
  /** Of an element its shape; of a text NONE. */
  readonly #shape = new NumberColumn();
  /** The first node in an element; of a text its number. */
  readonly #first = new NumberColumn();
  /** The node after it, in the element around both. */
  readonly #next = new NumberColumn();
  /** The number of its first value, one for each attribute of its shape. */
  readonly #value = new NumberColumn();
  readonly #summary = new NumberColumn();
  /** Numbers of unique strings, or of common ones below NONE. */
  readonly #values = new NumberColumn();
  readonly #texts: string[] = [];

  /** `shapes` are those of all elements, also such as come later; `unique` has the strings of which there are many. */
  constructor(shapes: readonly ElementShape[], unique: StringPool, summaries: SummaryStore<Summary>) {
    this.#shapes = shapes;
    this.#unique = unique;
    this.#summaries = summaries;
  }

  /** An element of a shape, whose values are added next (`addValue`). */
  add(shape: ElementShape): number {
    this.#first.push(NONE);
    this.#next.push(NONE);
    this.#value.push(this.#values.length);
    this.#summary.push(NONE);
    return this.#shape.push(shape.number);
  }

  setShape(element: number, { number }: ElementShape): void {
    this.#shape.set(element, number);
  }

  addValue(value: string, kind: ValueKind): void {
    this.#values.push(kind === 'unique' ? this.#unique.add(value) : NONE - 1 - this.#commonNumber(value));
  }

  addText(text: string): number {
    this.#first.push(this.#texts.push(text) - 1);
    this.#next.push(NONE);
    this.#value.push(this.#values.length);
    this.#summary.push(NONE);
    return this.#shape.push(NONE);
  }

  /** Puts a node behind `last`, which is the last one in an element, or null where there is none. */
  append(element: number, node: number, last: number | null): void {
    if (last === null) this.#first.set(element, node);
    else this.#next.set(last, node);
  }

  /** Forgets what is behind a node in an element, or with null all that is in it. */
  cutAfter(element: number, last: number | null): void {
    if (last === null) this.#first.set(element, NONE);
    else this.#next.set(last, NONE);
  }

  get extent(): Extent {
    const [nodes, values, texts] = [this.#shape.length, this.#values.length, this.#texts.length];
    return { nodes, values, texts, unique: this.#unique.size };
  }

  /** Forgets all that was kept since. */
  truncate({ nodes, values, texts, unique }: Extent): void {
    this.#shape.truncate(nodes);
    this.#first.truncate(nodes);
    this.#next.truncate(nodes);
    this.#value.truncate(nodes);
    this.#summary.truncate(nodes);
    this.#values.truncate(values);
    this.#texts.length = texts;
    this.#unique.truncate(unique);
  }

  setSummary(element: number, summary: Summary): void {
    this.#summary.set(element, this.#summaries.add(summary));
  }

  at(element: number): KeptElement<Summary> {
    return new KeptElement(this, element);
  }

  shapeOf(element: number): ElementShape {
    return element < 0 ? NO_SHAPE : (this.#shapes[this.#shape.get(element)] ?? NO_SHAPE);
  }

  /** The value of the attribute at an index of the shape. */
  valueOf(element: number, index: number): string {
    const number = this.#values.get(this.#value.get(element) + index);
    return number >= 0 ? this.#unique.at(number) : (this.#common[NONE - 1 - number] ?? '');
  }

  summaryOf(element: number): Summary | null {
    const number = this.#summary.get(element);
    return number === NONE ? null : this.#summaries.at(number);
  }

  /** All text in an element. */
  textOf(element: number): string {
    let text = '';
    for (let node = this.#first.get(element); node !== NONE; node = this.#next.get(node))
      text += this.#shape.get(node) === NONE ? (this.#texts[this.#first.get(node)] ?? '') : this.textOf(node);
    return text;
  }

  /** Forgets what is directly in an element but for the elements of a namespace. */
  keepOnly(element: number, namespace: string): void {
    let last: number | null = null;
    for (let child = this.firstIn(element), next = child; child !== NONE; child = next) {
      next = this.nextAfter(child);
      if (this.shapeOf(child).namespace !== namespace) continue;
      this.append(element, child, last);
      last = child;
    }
    this.cutAfter(element, last);
  }

  firstIn(element: number): number {
    return this.#elementFrom(this.#first.get(element));
  }

  nextAfter(element: number): number {
    return this.#elementFrom(this.#next.get(element));
  }

  /** The node, or the next element after it; NONE where there is none. */
  #elementFrom(node: number): number {
    let found = node;
    while (found !== NONE && this.#shape.get(found) === NONE) found = this.#next.get(found);
    return found;
  }

  #commonNumber(value: string): number {
    const known = this.#commonNumbers.get(value);
    if (known !== undefined) return known;
    const own = detached(value);
    const number = this.#common.push(own) - 1;
    this.#commonNumbers.set(own, number);
    return number;
  }
}

const NO_SHAPE: ElementShape = { number: NONE, name: '', namespace: '', attributes: [] };

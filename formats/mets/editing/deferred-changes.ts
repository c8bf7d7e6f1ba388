import { attributeOf, isNamed } from '../../xml/navigate.js';
import type { XmlElement, XmlNode } from '../../xml/tree.js';
import { METS } from '../structure/namespaces.js';
import { insertInOrder } from './ordered-insert.js';

interface Insertion {
  readonly children: XmlElement[];
  readonly sequence: readonly string[];
}

/** How many of the first children are known to be removed or no elements, and how many children there were then. */
interface ScannedChildren {
  readonly gone: number;
  readonly children: number;
}

/**
 * Insertions, removals and re-sorting that are applied when the document is written: applied one by one, each would
 * cost a pass over all siblings, which dominates in a folder of many thousand files.
 */
export class DeferredChanges {
  readonly #removed = new Map<XmlElement, Set<XmlNode>>();
  readonly #inserted = new Map<XmlElement, Insertion>();
  readonly #unsorted = new Set<XmlElement>();
  readonly #looked = new Map<XmlElement, ScannedChildren>();

  /** Inserts the child at its place in the sequence; all children inserted into one parent must have the same name. */
  insert(parent: XmlElement, child: XmlElement, sequence: readonly string[]): void {
    const insertion = this.#inserted.get(parent);
    if (insertion === undefined) this.#inserted.set(parent, { children: [child], sequence });
    else insertion.children.push(child);
  }

  remove(parent: XmlElement, child: XmlNode): void {
    const removed = this.#removed.get(parent);
    if (removed === undefined) this.#removed.set(parent, new Set([child]));
    else removed.add(child);
  }

  isRemoved(parent: XmlElement, child: XmlNode): boolean {
    return this.#removed.get(parent)?.has(child) === true;
  }

  /** Whether the parent still has elements after the removals. */
  hasElementsLeft(parent: XmlElement): boolean {
    const { children } = parent;
    const removed = this.#removed.get(parent);
    const looked = this.#looked.get(parent);
    let at = looked?.children === children.length ? looked.gone : 0;
    while (at < children.length && !isLeft(children[at], removed)) at += 1;
    this.#looked.set(parent, { gone: at, children: children.length });
    return at < children.length;
  }

  /** Sorts the parent's divs by their labels. */
  sort(parent: XmlElement): void {
    this.#unsorted.add(parent);
  }

  apply(): void {
    for (const [parent, { children, sequence }] of this.#inserted) insertInOrder(parent, children, sequence);
    for (const [parent, removed] of this.#removed)
      parent.children = parent.children.filter((child) => !removed.has(child));
    for (const parent of this.#unsorted) sortDivs(parent);
    this.#inserted.clear();
    this.#removed.clear();
    this.#unsorted.clear();
    this.#looked.clear();
  }
}

const isLeft = (child: XmlNode | undefined, removed: ReadonlySet<XmlNode> | undefined): boolean =>
  child?.kind === 'element' && removed?.has(child) !== true;

/**
 * Sorts stably by lower-case LABEL (companion 5.4). Comments and instructions move with the div after them; other
 * elements stay first, as the schema demands.
 */
const sortDivs = (parent: XmlElement): void => {
  const first: XmlNode[] = [];
  const groups: { readonly key: string; readonly nodes: readonly XmlNode[] }[] = [];
  let waiting: XmlNode[] = [];
  for (const child of parent.children) {
    waiting.push(child);
    if (child.kind !== 'element') continue;
    if (isNamed(child, METS, 'div')) groups.push({ key: labelOf(child), nodes: waiting });
    else first.push(...waiting);
    waiting = [];
  }
  groups.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  parent.children = [...first, ...groups.flatMap(({ nodes }) => nodes), ...waiting];
};

const labelOf = (div: XmlElement): string => (attributeOf(div, 'LABEL') ?? '').toLowerCase();

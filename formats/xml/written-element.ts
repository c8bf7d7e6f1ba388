import { escapeAttribute } from './characters.js';
import { parseXml } from './parse.js';
import type { XmlAttribute, XmlElement, XmlNamespace, XmlNode } from './tree.js';

/** Where an element stands in a document as UTF-8. It is not empty: it has a start tag and an end tag. */
export interface WrittenRange {
  readonly source: Buffer;
  /** The index of its start tag. */
  readonly from: number;
  /** The index of its content. */
  readonly inside: number;
  /** The index of its end tag. */
  readonly outside: number;
  /** The index after its end tag. */
  readonly to: number;
}

type ElementTag = Omit<XmlElement, 'kind' | 'children'>;

/**
 * An element with the bytes that it was read from or written as, which are written again until it is changed. Its
 * content is either unread, and parsed on first access, or a list of nodes that are frozen, so that a change inside it
 * can only replace the list.
 */
export class WrittenElement implements XmlElement {
  readonly kind = 'element';
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  #attributes: readonly XmlAttribute[];
  #namespaces: readonly XmlNamespace[];
  #range: WrittenRange | null;
  #isTagChanged = false;
  /** The namespaces in scope inside, while the content is unread. */
  #scope: readonly XmlNamespace[] | null;
  #children: XmlNode[];

  private constructor(
    { name, prefix, namespace, attributes, namespaces }: ElementTag,
    range: WrittenRange,
    content: { readonly scope: readonly XmlNamespace[] } | { readonly children: XmlNode[] },
  ) {
    this.name = name;
    this.prefix = prefix;
    this.namespace = namespace;
    this.#attributes = attributes;
    this.#namespaces = namespaces;
    this.#range = range;
    this.#scope = 'scope' in content ? content.scope : null;
    this.#children = 'scope' in content ? [] : content.children;
  }

  /** An element whose content is parsed on first access, under the namespaces in scope inside it. */
  static unread(tag: ElementTag, range: WrittenRange, scope: readonly XmlNamespace[]): WrittenElement {
    return new WrittenElement(tag, range, { scope });
  }

  /** An element whose content was read. Freezes it. */
  static read(element: XmlElement, range: WrittenRange): WrittenElement {
    freeze(element.children);
    return new WrittenElement(element, range, { children: element.children });
  }

  get attributes(): readonly XmlAttribute[] {
    return this.#attributes;
  }

  set attributes(attributes: readonly XmlAttribute[]) {
    this.#attributes = attributes;
    this.#isTagChanged = true;
  }

  get namespaces(): readonly XmlNamespace[] {
    return this.#namespaces;
  }

  set namespaces(namespaces: readonly XmlNamespace[]) {
    this.#namespaces = namespaces;
    this.#isTagChanged = true;
  }

  /** Throws XmlFault on first access where the content is unread and invalid. */
  get children(): XmlNode[] {
    if (this.#scope !== null && this.#range !== null) this.children = childrenOf(this.#range, this.#scope);
    return this.#children;
  }

  set children(children: XmlNode[]) {
    this.#children = children;
    this.#range = null;
    this.#scope = null;
  }

  /** The bytes of the whole element; null where it was changed, or its content looked at when it was unread. */
  get written(): WrittenRange | null {
    return this.#isTagChanged ? null : this.#range;
  }

  /** Where the bytes of the content are, which a new start tag leaves as they are; null where they were changed. */
  get writtenContent(): WrittenRange | null {
    return this.#range;
  }

  /** Tells that the same bytes are found in another source, so many bytes further on. */
  relocate(source: Buffer, shift: number): void {
    if (this.#range === null) return;
    const { from, inside, outside, to } = this.#range;
    this.#range = { source, from: from + shift, inside: inside + shift, outside: outside + shift, to: to + shift };
  }

  /** The bytes of the content while it is unread. */
  get unread(): Buffer | null {
    return this.#scope === null || this.#range === null ? null : contentOf(this.#range);
  }
}

/** The content of an unread element; null for any other element. */
export const unreadContent = (element: XmlElement): Buffer | null =>
  element instanceof WrittenElement ? element.unread : null;

/** The namespaces in scope inside an element, from those outside. */
export const scopeInside = (
  outer: readonly XmlNamespace[],
  { namespaces }: Pick<XmlElement, 'namespaces'>,
): readonly XmlNamespace[] =>
  namespaces.length === 0
    ? outer
    : [...outer.filter(({ prefix }) => !namespaces.some((each) => each.prefix === prefix)), ...namespaces];

/** The declarations of namespaces, as in a start tag. */
export const declarationsOf = (scope: readonly XmlNamespace[]): string =>
  scope.map(({ prefix, uri }) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(uri)}"`).join('');

const contentOf = ({ source, inside, outside }: WrittenRange): Buffer => source.subarray(inside, outside);

const childrenOf = (range: WrittenRange, scope: readonly XmlNamespace[]): XmlNode[] => {
  const whole = [Buffer.from(`<unread${declarationsOf(scope)}>`), contentOf(range), Buffer.from('</unread>')];
  return parseXml(Buffer.concat(whole)).root.children;
};

const freeze = (nodes: readonly XmlNode[]): void => {
  for (const node of Object.freeze(nodes)) {
    Object.freeze(node);
    if (node.kind !== 'element') continue;
    freeze(node.children);
  }
};

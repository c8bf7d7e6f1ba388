import { escapeAttribute } from './characters.js';
import { parseXml } from './parse.js';
import type { XmlAttribute, XmlElement, XmlNamespace, XmlNode } from './tree.js';

/** The unparsed content of an element, and the namespaces in scope. */
export interface UnparsedContent {
  readonly bytes: Buffer;
  readonly scope: readonly XmlNamespace[];
}

/**
 * An element whose children are parsed on first access. Until then it takes only the memory of its bytes, and is
 * serialised verbatim.
 */
export class LazyElement implements XmlElement {
  readonly kind = 'element';
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  attributes: readonly XmlAttribute[];
  namespaces: readonly XmlNamespace[];
  #unparsed: UnparsedContent | null;
  #children: XmlNode[] = [];

  constructor(
    { name, prefix, namespace, attributes, namespaces }: Omit<XmlElement, 'kind' | 'children'>,
    unparsed: UnparsedContent,
  ) {
    this.name = name;
    this.prefix = prefix;
    this.namespace = namespace;
    this.attributes = attributes;
    this.namespaces = namespaces;
    this.#unparsed = unparsed;
  }

  /** The content as bytes; null once it is parsed. */
  get unparsed(): Buffer | null {
    return this.#unparsed?.bytes ?? null;
  }

  /** Throws XmlFault on first access where the bytes are invalid. */
  get children(): XmlNode[] {
    if (this.#unparsed !== null) this.children = childrenOf(this.#unparsed);
    return this.#children;
  }

  set children(children: XmlNode[]) {
    this.#children = children;
    this.#unparsed = null;
  }
}

/** The unparsed bytes of a lazy element; null for any other element. */
export const unparsedContent = (element: XmlElement): Buffer | null =>
  element instanceof LazyElement ? element.unparsed : null;

const childrenOf = ({ bytes: inside, scope }: UnparsedContent): XmlNode[] => {
  const declared = scope.map(
    ({ prefix, uri }) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(uri)}"`,
  );
  const whole = [Buffer.from(`<lazy${declared.join('')}>`), inside, Buffer.from('</lazy>')];
  return parseXml(Buffer.concat(whole)).root.children;
};

import { escapeAttribute } from './characters.js';
import { parseXml } from './parse.js';
import type { XmlAttribute, XmlElement, XmlNamespace, XmlNode } from './tree.js';

/** What stands between an element's tags, not yet read, and the namespaces that it was written under. */
export interface UnparsedContent {
  readonly bytes: Buffer;
  readonly scope: readonly XmlNamespace[];
}

/**
 * An element like any other whose children are read when somebody first asks for them. Until then it costs no more
 * than its bytes, and is written as they are.
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

  /** The bytes inside while nobody has looked at them; null afterwards. */
  get unparsed(): Buffer | null {
    return this.#unparsed?.bytes ?? null;
  }

  /** Throws XmlFault at the first look where the bytes are at fault. */
  get children(): XmlNode[] {
    if (this.#unparsed !== null) this.children = childrenOf(this.#unparsed);
    return this.#children;
  }

  set children(children: XmlNode[]) {
    this.#children = children;
    this.#unparsed = null;
  }
}

/** The bytes inside an element that nobody has looked into yet; null of any other. */
export const unparsedContent = (element: XmlElement): Buffer | null =>
  element instanceof LazyElement ? element.unparsed : null;

const childrenOf = ({ bytes: inside, scope }: UnparsedContent): XmlNode[] => {
  const declared = scope.map(
    ({ prefix, uri }) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(uri)}"`,
  );
  const whole = [Buffer.from(`<lazy${declared.join('')}>`), inside, Buffer.from('</lazy>')];
  return parseXml(Buffer.concat(whole)).root.children;
};

import { escapeAttribute } from './characters.js';
import { parseXml } from './parse.js';
import type { XmlAttribute, XmlElement, XmlNamespace, XmlNode } from './tree.js';

/** What stands between an element's tags, not yet read, and the namespaces that it was written under. */
export interface Seal {
  readonly inside: Buffer;
  readonly scope: readonly XmlNamespace[];
}

/**
 * An element like any other whose children are read when somebody first asks for them. Until then it costs no more
 * than its bytes, and is written as they are.
 */
export class SealedElement implements XmlElement {
  readonly kind = 'element';
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  attributes: readonly XmlAttribute[];
  namespaces: readonly XmlNamespace[];
  #seal: Seal | null;
  #children: XmlNode[] = [];

  constructor({ name, prefix, namespace, attributes, namespaces }: Omit<XmlElement, 'kind' | 'children'>, seal: Seal) {
    this.name = name;
    this.prefix = prefix;
    this.namespace = namespace;
    this.attributes = attributes;
    this.namespaces = namespaces;
    this.#seal = seal;
  }

  /** The bytes inside while nobody has looked at them; null afterwards. */
  get sealed(): Buffer | null {
    return this.#seal?.inside ?? null;
  }

  /** Throws XmlFault at the first look where the bytes are at fault. */
  get children(): XmlNode[] {
    if (this.#seal !== null) this.children = childrenOf(this.#seal);
    return this.#children;
  }

  set children(children: XmlNode[]) {
    this.#children = children;
    this.#seal = null;
  }
}

/** The bytes inside an element that nobody has looked into yet; null of any other. */
export const sealedInside = (element: XmlElement): Buffer | null =>
  element instanceof SealedElement ? element.sealed : null;

const childrenOf = ({ inside, scope }: Seal): XmlNode[] => {
  const declared = scope.map(
    ({ prefix, uri }) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(uri)}"`,
  );
  const whole = [Buffer.from(`<sealed${declared.join('')}>`), inside, Buffer.from('</sealed>')];
  return parseXml(Buffer.concat(whole)).root.children;
};

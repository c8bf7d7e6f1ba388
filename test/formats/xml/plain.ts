import type { XmlDeclaration } from '../../../formats/xml/decode.js';
import type { XmlDocument } from '../../../formats/xml/document.js';
import type { XmlAttribute, XmlNamespace } from '../../../formats/xml/attributes.js';
import type { XmlElement, XmlNode } from '../../../formats/xml/tree.js';

/** A node as plain data, which compares by what it says and needs no document that is open. */
export type PlainNode = PlainElement | PlainLeaf;

export interface PlainElement {
  readonly kind: 'element';
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly namespaces: readonly XmlNamespace[];
  readonly children: readonly PlainNode[];
}

interface PlainLeaf {
  readonly kind: 'text' | 'cdata' | 'comment' | 'instruction';
  readonly target?: string;
  readonly text: string;
}

export interface PlainDocument {
  readonly declaration: XmlDeclaration | null;
  readonly prolog: readonly PlainNode[];
  readonly root: PlainElement;
  readonly epilog: readonly PlainNode[];
}

export const plainDocument = ({ declaration, root, nodes }: XmlDocument): PlainDocument => {
  const at = nodes.findIndex(({ kind }) => kind === 'element');
  return {
    declaration,
    prolog: nodes.slice(0, at).map(plainNode),
    root: plainElement(root),
    epilog: nodes.slice(at + 1).map(plainNode),
  };
};

export const plainElement = ({
  name,
  prefix,
  namespace,
  attributes,
  namespaces,
  children,
}: XmlElement): PlainElement => ({
  kind: 'element',
  ...{ name, prefix, namespace, attributes, namespaces },
  children: children.map(plainNode),
});

const plainNode = (node: XmlNode): PlainNode => {
  if (node.kind === 'element') return plainElement(node);
  const { kind, text } = node;
  return kind === 'instruction' ? { kind, target: node.target, text } : { kind, text };
};

/** All text inside, without comments. */
export const plainText = ({ children }: PlainElement): string =>
  children.map((child) => (child.kind === 'element' ? plainText(child) : isText(child) ? child.text : '')).join('');

const isText = ({ kind }: PlainLeaf): boolean => kind === 'text' || kind === 'cdata';

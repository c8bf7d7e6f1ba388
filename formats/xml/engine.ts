import type { GuardedText } from './guard.js';
import type { XmlDocument, XmlElement, XmlNode } from './tree.js';

export type XmlContent = Pick<XmlDocument, 'prolog' | 'root' | 'epilog'>;

/**
 * Parses guarded text into a tree. Opens no file or connection, expands no entity, and frees the engine's memory.
 * Throws XmlFault `xml-not-well-formed`, `xml-too-deep` (256 is the engine's limit) or `xml-too-large` (a text or value
 * of more than ten million bytes).
 */
export interface XmlEngine {
  read(source: GuardedText, maxDepth: number): XmlContent;
}

/** Splits the nodes of a document into prolog, root element and epilog. */
export const contentOf = (nodes: readonly XmlNode[]): XmlContent => {
  const at = nodes.findIndex((node) => node.kind === 'element');
  return { prolog: nodes.slice(0, at), root: nodes[at] as XmlElement, epilog: nodes.slice(at + 1) };
};

import type { GuardedText } from './guard.js';
import type { XmlDocument, XmlElement, XmlNode } from './tree.js';

export type XmlContent = Pick<XmlDocument, 'prolog' | 'root' | 'epilog'>;

/**
 * Reads guarded text into a tree. Opens no file and no connection, expands nothing, keeps nothing of the engine's
 * alive. Throws XmlFault `xml-not-well-formed`, `xml-too-deep` (no engine goes deeper than 256) or `xml-too-large` (a
 * single text or value of more than ten million bytes).
 */
export interface XmlEngine {
  read(source: GuardedText, maxDepth: number): XmlContent;
}

/** Sorts the nodes of a document into what comes before, is and comes after its root element. */
export const contentOf = (nodes: readonly XmlNode[]): XmlContent => {
  const at = nodes.findIndex((node) => node.kind === 'element');
  return { prolog: nodes.slice(0, at), root: nodes[at] as XmlElement, epilog: nodes.slice(at + 1) };
};

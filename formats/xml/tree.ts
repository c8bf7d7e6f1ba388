/**
 * An XML document as plain data, the same whichever engine read it. Nothing of the information set is lost: prefixes,
 * namespace declarations, attribute order, white space, CDATA, comments and processing instructions are all here.
 * Edits change it in place. Of a lazy element (`lazy-element.ts`), the children are read when they are asked for.
 */
export interface XmlDocument {
  /** The XML declaration; null when the document had none. The encoding is not kept: what is written is UTF-8. */
  declaration: XmlDeclaration | null;
  /** Comments and processing instructions before the root element. */
  prolog: XmlNode[];
  root: XmlElement;
  /** Comments and processing instructions after the root element. */
  epilog: XmlNode[];
}

export interface XmlDeclaration {
  readonly version: string;
  readonly standalone: boolean | null;
}

export type XmlNode = XmlElement | XmlText | XmlCdata | XmlComment | XmlInstruction;

export interface XmlElement {
  readonly kind: 'element';
  /** The local name. */
  readonly name: string;
  /** Empty for none. */
  readonly prefix: string;
  /** The namespace's URI; empty for none. */
  readonly namespace: string;
  /** In document order. Replaced as a whole (`setAttribute`), so that elements without attributes share one array. */
  attributes: readonly XmlAttribute[];
  /** The namespaces declared on this very element. */
  namespaces: readonly XmlNamespace[];
  children: XmlNode[];
}

export interface XmlAttribute {
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  readonly value: string;
}

export interface XmlNamespace {
  /** Empty for the default namespace. */
  readonly prefix: string;
  readonly uri: string;
}

export interface XmlText {
  readonly kind: 'text';
  readonly text: string;
}

export interface XmlCdata {
  readonly kind: 'cdata';
  readonly text: string;
}

export interface XmlComment {
  readonly kind: 'comment';
  readonly text: string;
}

export interface XmlInstruction {
  readonly kind: 'instruction';
  readonly target: string;
  readonly text: string;
}

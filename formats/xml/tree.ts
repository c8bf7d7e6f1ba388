/**
 * An XML document as plain data, independent of the engine. It is lossless: prefixes, namespace declarations, attribute
 * order, white space, CDATA, comments and processing instructions are kept. Edits change it in place. An element may keep
 * the bytes that it was read from (`written-element.ts`); its children are then parsed on first access, or frozen.
 */
export interface XmlDocument {
  /** The XML declaration; null when the document had none. The encoding is not kept; output is UTF-8. */
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
  /** The namespaces declared on this element. */
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

export type XmlFaultCode =
  | 'xml-not-well-formed'
  | 'xml-dtd-refused'
  | 'xml-encoding-refused'
  | 'xml-too-deep'
  | 'xml-too-large'
  | 'xml-unwritable'; // the tree has content that XML forbids

/** An error of a document, with a message for its sender. The same document always fails in the same way. */
export class XmlFault extends Error {
  override name = 'XmlFault';
  readonly code: XmlFaultCode;
  readonly transient = false;
  /** Counted from 1; null where the error has no line. */
  readonly line: number | null;
  constructor(code: XmlFaultCode, message: string, line: number | null = null, options?: ErrorOptions) {
    super(line === null ? message : `${message.replace(/\.$/, '')} (line ${line}).`, options);
    this.code = code;
    this.line = line;
  }
}

/** A document or a change of it has what XML forbids. */
export const unwritable = (why: string): XmlFault =>
  new XmlFault('xml-unwritable', `The document cannot be written: ${why}.`);

export type XmlFaultCode =
  | 'xml-not-well-formed'
  | 'xml-dtd-refused'
  | 'xml-encoding-refused'
  | 'xml-too-deep'
  | 'xml-too-large'
  | 'xml-unwritable'; // the tree holds what XML cannot

/** What is wrong with a document, in one sentence for whoever sent it. The same document always fails the same way. */
export class XmlFault extends Error {
  override name = 'XmlFault';
  readonly code: XmlFaultCode;
  readonly transient = false;
  /** Counted from 1; null where no line is at fault. */
  readonly line: number | null;
  constructor(code: XmlFaultCode, message: string, line: number | null = null, options?: ErrorOptions) {
    super(line === null ? message : `${message.replace(/\.$/, '')} (line ${line}).`, options);
    this.code = code;
    this.line = line;
  }
}

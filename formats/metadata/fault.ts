/** What entries of the same file disagree on. */
export type MetadataFaultCode = 'digests-differ' | 'formats-differ' | 'extents-differ';

/** Sources that disagree on one file; the message is for the caller. */
export class MetadataFault extends Error {
  override name = 'MetadataFault';
  readonly code: MetadataFaultCode;
  readonly transient = false;
  constructor(code: MetadataFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What entries of the same file disagree on. */
export type MetadataFaultCode = 'digests-differ' | 'formats-differ' | 'extents-differ';

/** Sources that say different things of one file where there can be one answer; the message is for whoever asked. */
export class MetadataFault extends Error {
  override name = 'MetadataFault';
  readonly code: MetadataFaultCode;
  readonly transient = false;
  constructor(code: MetadataFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

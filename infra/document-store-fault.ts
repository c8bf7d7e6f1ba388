import type { DocumentStoreFault, DocumentStoreFaultCode } from '../projections/documents.js';

/** What the adapters of the document store reject with; `cause` is the vendor's own error. */
export class DocumentFault extends Error implements DocumentStoreFault {
  override name = 'DocumentFault';
  readonly code: DocumentStoreFaultCode;
  readonly transient: boolean;
  constructor(code: DocumentStoreFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.transient = code === 'store-unavailable';
  }
}

/** What a projector is told whose lease another process has, or whose checkpoint is overtaken. */
export const leaseLost = (name: string): DocumentFault =>
  new DocumentFault('lease-lost', `another process has the lease of ${name}, or a later checkpoint stands`);

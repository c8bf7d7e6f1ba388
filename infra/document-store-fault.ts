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

/** What a keeper is told whose place another one has taken. */
export const penLost = (name: string): DocumentFault =>
  new DocumentFault('pen-lost', `${name} has another keeper, or a later checkpoint`);

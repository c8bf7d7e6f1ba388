import type { DocumentStoreFaultCode } from './documents.js';

/** The documents of a view are not there, or not all of them; they will be, once they have been made anew. */
export class ViewLost extends Error {
  override name = 'ViewLost';
  readonly code = 'store-unavailable' satisfies DocumentStoreFaultCode;
  readonly transient = true;
  constructor(view: string) {
    super(`the view ${view} is not there`);
  }
}

import type { DocumentStoreFaultCode } from './documents.js';

/** Documents of a view are missing until it has been rebuilt. */
export class ViewLost extends Error {
  override name = 'ViewLost';
  readonly code = 'store-unavailable' satisfies DocumentStoreFaultCode;
  readonly transient = true;
  constructor(view: string) {
    super(`the view ${view} is not there`);
  }
}

/** The detail for a text that is too long for a fact. */
export const TEXT_TOO_LONG = 'A text of this request is longer than the service can record; nothing was changed.';

/** Thrown where a request cannot be read, with the status of its answer. */
export class RequestFault extends Error {
  override name = 'RequestFault';
  readonly status: number;
  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

import { problem } from './answer/problem.js';
import type { Answer } from './route.js';

/** Said of a text that no fact can hold. */
export const TEXT_TOO_LONG = 'A text of this request is longer than the service can record; nothing was changed.';

/** Thrown where a request cannot be read, with the status that tells the caller so. */
export class RequestFault extends Error {
  override name = 'RequestFault';
  readonly status: number;
  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** What the steps before the handler found wrong with a request; null when it was not the request's fault. */
export const requestRefusal = (fault: unknown): Answer | null => {
  if (typeof fault !== 'object' || fault === null || !('status' in fault)) return null;
  const { status } = fault;
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  return problem(status, { detail: fault instanceof Error ? sentenceOf(fault) : 'The request cannot be read.' });
};

/** What the validator says is `request/body/name must be string`, several of them with commas between. */
const sentenceOf = ({ message }: Error): string =>
  /^request\b/.test(message)
    ? `The request does not have the form that is described: ${message.replaceAll(/(^|, )request\/?/g, '$1')}.`
    : message;

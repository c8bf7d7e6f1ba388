import { problem } from './answer/problem.js';
import type { Answer } from './route.js';

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

/** The answer for an error of the steps before the handler; null where the request is not the cause. */
export const requestRefusal = (fault: unknown): Answer | null => {
  if (typeof fault !== 'object' || fault === null || !('status' in fault)) return null;
  const { status } = fault;
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  return problem(status, { detail: fault instanceof Error ? sentenceOf(fault) : 'The request cannot be read.' });
};

/** The validator's message is `request/body/name must be string`, or several of them with commas between. */
const sentenceOf = ({ message }: Error): string =>
  /^request\b/.test(message)
    ? `The request does not have the form that is described: ${message.replaceAll(/(^|, )request\/?/g, '$1')}.`
    : message;

import { randomUUID } from 'node:crypto';
import { isTransient } from '../../events/transient.js';
import { PathFault } from '../../formats/paths/repository-path.js';
import { codeOf } from '../../flow/error-code.js';
import type { Logger } from './logger.js';
import { badRequest, problem, RETRY_AFTER } from './answer/problem.js';
import { RequestFault, TEXT_TOO_LONG } from './request-fault.js';
import type { Answer } from './route.js';

/** The fault with its stack and its causes, for the log. */
const textOf = (fault: unknown): string => {
  if (!(fault instanceof Error)) return String(fault);
  const text = fault.stack ?? fault.message;
  return fault.cause === undefined ? text : `${text}\ncaused by ${textOf(fault.cause)}`;
};

/** Answers of a service for faults that are unknown to the HTTP engine. */
export interface OwnFaults {
  /** The answer for a fault that needs no id in the log, since it has a code of its own; null for any other. */
  readonly answer: (fault: unknown) => Answer | null;
  /** What the caller of a request is told that failed by the fault. */
  readonly words: (fault: unknown) => FaultWords;
}

export interface FaultWords {
  /** A sentence, with a space after it: how much was done before, or who failed; else empty. */
  readonly progress: string;
  /** What to do where the request may succeed later; null where that is as for any other fault. */
  readonly advice: string | null;
}

export const NO_WORDS: FaultWords = { progress: '', advice: null };
export const NO_OWN_FAULTS: OwnFaults = { answer: () => null, words: () => NO_WORDS };

const LOOK_FIRST =
  'The request may have been carried out, or may still be. Before you send it again, look whether it was. ' +
  'With the header Idempotency-Key, the same request can be sent again as it is.';

/** What the answer says of a fault, and the log of its request. */
export interface FailedRequest {
  /** Whether the same request can be sent again as it is: it changes nothing, or has an Idempotency-Key. */
  readonly isRepeatable: boolean;
  readonly [field: string]: unknown;
}

/**
 * The answer for something thrown. PathFault and RequestFault are the caller's; `own` decides first about the others.
 * Text that is too long for a fact is 413, a full store 507, a transient fault 503; everything else is a 500 with an
 * id, under which the log has the cause.
 */
export const faultAnswer = (
  fault: unknown,
  own: OwnFaults,
  log: Logger,
  { isRepeatable, ...fields }: FailedRequest,
): Answer => {
  if (fault instanceof PathFault) return badRequest(fault.message);
  const known = own.answer(fault);
  if (known !== null) return known;
  if (fault instanceof RequestFault) return problem(fault.status, { detail: fault.message });
  const code = codeOf(fault);
  if (code === 'append-too-large') {
    return problem(413, { detail: TEXT_TOO_LONG });
  }
  const id = randomUUID();
  if (code === 'store-full') {
    log.error('The store has no room left.', { ...fields, fault: id, code });
    return problem(507, {
      detail: `There is no room left to store this; nothing was changed. The operator finds fault ${id} in the log.`,
    });
  }
  const facts = { ...fields, fault: id, code, error: textOf(fault) };
  if (isTransient(fault) || code === 'revision-conflict') {
    log.warn('A request failed because of a transient fault.', facts);
    return passing(own.words(fault), isRepeatable, id);
  }
  log.error('A request failed because of a fault of the service.', facts);
  const detail = `${own.words(fault).progress}The service failed to answer this request. The operator finds fault ${id} in the log.`;
  return problem(500, { detail });
};

const passing = ({ progress, advice }: FaultWords, isRepeatable: boolean, id: string): Answer => {
  const told = advice ?? (isRepeatable ? null : LOOK_FIRST);
  const again = told === null ? '; the same request can be sent again' : '';
  const detail = `${progress}The service cannot do this at the moment${again}. Fault ${id}.`;
  return problem(503, { detail, ...(told === null ? {} : { advice: told }) }, { 'Retry-After': RETRY_AFTER });
};

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
  /**
   * A sentence, with a space after it, for the caller of a request that failed by the fault: how much was done before,
   * or who failed; else empty.
   */
  readonly progress: (fault: unknown) => string;
}

export const NO_OWN_FAULTS: OwnFaults = { answer: () => null, progress: () => '' };

/**
 * The answer for something thrown. PathFault and RequestFault are the caller's; `own` decides first about the others.
 * Text that is too long for a fact is 413, a full store 507, a transient fault 503; everything else is a 500 with an
 * id, under which the log has the cause.
 */
export const faultAnswer = (
  fault: unknown,
  own: OwnFaults,
  log: Logger,
  fields: Readonly<Record<string, unknown>>,
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
    log.warn('A request failed by a transient fault.', facts);
    const detail = `${own.progress(fault)}The service cannot do this at the moment; the same request may be sent again. Fault ${id}.`;
    return problem(503, { detail }, { 'Retry-After': RETRY_AFTER });
  }
  log.error('A request failed by a fault of the service.', facts);
  const detail = `${own.progress(fault)}The service failed to answer this request. The operator finds fault ${id} in the log.`;
  return problem(500, { detail });
};

import { randomUUID } from 'node:crypto';
import { refuse } from '../commands/core/decider.js';
import { UnfinishedDelete } from '../commands/mets-edits/unfinished-delete.js';
import { isTransient } from '../events/transient.js';
import { MetsFault } from '../formats/mets/fault.js';
import { PathFault } from '../formats/paths/repository-path.js';
import { XmlFault } from '../formats/xml/fault.js';
import { codeOf } from './fault-code.js';
import type { Logger } from './logger.js';
import { badRequest, problem, RETRY_AFTER } from './problem.js';
import { refusalAnswer } from './refusal-answer.js';
import { RequestFault, TEXT_TOO_LONG } from './request-fault.js';
import type { Answer } from './route.js';

/** The fault with its stack and its causes, for the log. */
const textOf = (fault: unknown): string => {
  if (!(fault instanceof Error)) return String(fault);
  const text = fault.stack ?? fault.message;
  return fault.cause === undefined ? text : `${text}\ncaused by ${textOf(fault.cause)}`;
};

/** How far a request came, where it matters to whoever sent it. */
const progressOf = (fault: unknown): string =>
  fault instanceof UnfinishedDelete ? `Delete failed after ${fault.deleted} items. ` : '';

/**
 * What a caller sees of something thrown. A bad path is the caller's, and so are a METS that cannot be read and text
 * that no fact can hold; a full store and a store that is away for the moment are said plainly; everything else is a
 * 500 that names an opaque id, under which the log has the rest.
 */
export const faultAnswer = (fault: unknown, log: Logger, fields: Readonly<Record<string, unknown>>): Answer => {
  if (fault instanceof PathFault) return badRequest(fault.message);
  if (fault instanceof XmlFault || fault instanceof MetsFault)
    return refusalAnswer(refuse('mets-unreadable', fault.message));
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
    log.warn('A request met a passing fault.', facts);
    const detail = `${progressOf(fault)}The service cannot do this at the moment; the same request may be sent again. Fault ${id}.`;
    return problem(503, { detail }, { 'Retry-After': RETRY_AFTER });
  }
  log.error('A request failed by a fault of the service.', facts);
  const detail = `${progressOf(fault)}The service failed to answer this request. The operator finds fault ${id} in the log.`;
  return problem(500, { detail });
};

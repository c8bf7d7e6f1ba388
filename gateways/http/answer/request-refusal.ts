import type { ParameterProblem } from '../../../schemas/openapi-document.js';
import type { Operation } from '../operation.js';
import type { Answer } from '../route.js';
import { violationText } from '../violation-text.js';
import { problem } from './problem.js';

const NO_QUERY: Operation['query'] = new Map();

/**
 * The answer for an error of the steps before the handler; null where the request is not the cause. `query` are the query
 * parameters of the operation, some of which have a problem of their own.
 */
export const requestRefusal = (fault: unknown, query: Operation['query'] = NO_QUERY): Answer | null => {
  if (typeof fault !== 'object' || fault === null || !('status' in fault)) return null;
  const { status } = fault;
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  const own = problemOf(fault, query);
  if (own !== null) return problem(status, own);
  return problem(status, { detail: fault instanceof Error ? sentenceOf(fault) : 'The request cannot be read.' });
};

/** What the document says about the first query parameter that the validator refused and that has a problem. */
const problemOf = (fault: object, query: Operation['query']): ParameterProblem | null => {
  if (!('errors' in fault) || !Array.isArray(fault.errors)) return null;
  const refused = new Set(fault.errors.map((each: { readonly path?: unknown }) => each.path));
  return (
    [...query.values()].find(({ name, problem: own }) => own !== null && refused.has(`/query/${name}`))?.problem ?? null
  );
};

/** The message; of an error of the validator, what is wrong with each part of the request. */
const sentenceOf = (fault: Error): string =>
  'errors' in fault && Array.isArray(fault.errors)
    ? `The request does not have the form that is described: ${fault.errors.map(violationText).join('; ')}.`
    : fault.message;

import { evaluateConditions, type ReadConditions, type Validators } from '../../../formats/http/conditions.js';
import type { Call } from '../route.js';

/**
 * Whether the client has the representation already: by If-None-Match, or, without one, by If-Modified-Since. If-Match
 * and If-Unmodified-Since have no effect.
 */
export const isNotModified = (header: Call['header'], validators: Validators): boolean => {
  const { ifNoneMatch, ifModifiedSince } = readConditions(header);
  return evaluateConditions({ ifNoneMatch, ifModifiedSince }, validators) === 'not-modified';
};

/** All conditions of a read, for what is answered with 412 where one does not hold. */
export const readConditions = (header: Call['header']): ReadConditions => ({
  ifMatch: header('if-match'),
  ifNoneMatch: header('if-none-match'),
  ifModifiedSince: header('if-modified-since'),
  ifUnmodifiedSince: header('if-unmodified-since'),
});

import { evaluateConditions, type Validators } from '../../../formats/http/conditions.js';
import type { Call } from '../route.js';

/**
 * Whether the client has the representation already: by If-None-Match, or, without one, by If-Modified-Since. If-Match
 * and If-Unmodified-Since have no effect.
 */
export const isNotModified = (header: Call['header'], validators: Validators): boolean => {
  const conditions = { ifNoneMatch: header('if-none-match'), ifModifiedSince: header('if-modified-since') };
  return evaluateConditions(conditions, validators) === 'not-modified';
};

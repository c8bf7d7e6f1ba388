import { inspect } from 'node:util';
import type { Result } from '../../flow/result.js';

/** The value of a result; throws where it is a refusal. */
export const valueOf = <T, R>(result: Result<T, R>): T => {
  if (!result.ok) throw new Refused(result.refusal);
  return result.value;
};

class Refused<R> extends Error {
  override name = 'Refused';
  constructor(refusal: R) {
    super(textOf(refusal));
  }
}

const textOf = (refusal: unknown): string =>
  typeof refusal === 'object' && refusal !== null && 'code' in refusal && 'detail' in refusal
    ? `${String(refusal.code)}: ${String(refusal.detail)}`
    : inspect(refusal);

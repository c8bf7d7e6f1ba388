import type { Refusal } from '../../commands/core/decider.js';
import type { Result } from '../../flow/result.js';

/** The value of a result; throws where it is a refusal. */
export const valueOf = <T>(result: Result<T, Refusal>): T => {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.detail}`);
  return result.value;
};

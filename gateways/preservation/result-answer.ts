import type { CommandResult } from '../../commands/core/decider.js';
import type { DepositDependencies } from './deposit-dependencies.js';
import { refusalAnswer } from '../service/refusal-answer.js';
import { noContent, type Answer } from '../http/route.js';

/** The answer for a command's result: its refusal, or, after the views show it, the rendered value (204 by default). */
export const resultAnswer = async <T>(
  { waitForViews, baseUrls }: Pick<DepositDependencies, 'waitForViews' | 'baseUrls'>,
  result: CommandResult<T>,
  render: (value: T) => Answer | Promise<Answer> = () => noContent(),
): Promise<Answer> => {
  if (!result.ok) return refusalAnswer(result.refusal, baseUrls.preservation);
  await waitForViews(result.position);
  return render(result.value);
};

import type { CommandResult } from '../../commands/core/command-result.js';
import type { DepositServices } from './deposit-services.js';
import { refusalAnswer } from '../service/refusal-answer.js';
import { noContent, type Answer } from '../http/route.js';

/** Answers what a command came to: its refusal, or, once every view shows it, what `render` makes of it (else 204). */
export const settledAnswer = async <T>(
  { waitForViews }: Pick<DepositServices, 'waitForViews'>,
  settled: CommandResult<T>,
  render: (value: T) => Answer | Promise<Answer> = () => noContent(),
): Promise<Answer> => {
  if (!settled.ok) return refusalAnswer(settled.refusal);
  await waitForViews(settled.position);
  return render(settled.value);
};

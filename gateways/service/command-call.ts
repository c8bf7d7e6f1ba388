import type { Dependencies } from '../../commands/core/dependencies.js';
import type { Intent } from '../../commands/core/intent.js';
import { timestampOf } from '../../events/time.js';
import { type Call, noContent, type Answer } from '../http/route.js';
import type { CommandResult } from '../../commands/core/decider.js';
import type { RepositoryDependencies } from './repository-dependencies.js';
import { refusalAnswer } from './refusal-answer.js';
import type { Position } from '../../events/envelope.js';
import type { ReadModels } from '../../projections/read-models.js';

/** The intent behind a request, as commands record it. */
export const intentOf = (dependencies: Pick<Dependencies, 'now'>, call: Call): Intent => ({
  commandId: call.commandId,
  correlationId: call.correlationId,
  actor: call.actor,
  at: timestampOf(dependencies.now()),
  ...(call.requestSha256 === undefined ? {} : { requestSha256: call.requestSha256 }),
});

/** The answer for a command's result: its refusal, or, after the views show it, the rendered value (204 by default). */
export const resultAnswer = async <T>(
  { waitForViews, baseUrls }: Pick<RepositoryDependencies, 'waitForViews' | 'baseUrls'>,
  result: CommandResult<T>,
  render: (value: T) => Answer | Promise<Answer> = () => noContent(),
): Promise<Answer> => {
  if (!result.ok) return refusalAnswer(result.refusal, baseUrls.preservation);
  await waitForViews(result.position);
  return render(result.value);
};

/** How long an answer waits for the views; the write has succeeded in any case. */
export const VIEWS_WITHIN_MS = 2_000;

/** Waits, for a limited time, until every view has reached a position. */
export const waitForViews =
  (views: Pick<ReadModels, 'reached'>) =>
  async (position: Position | null): Promise<void> => {
    if (position !== null) await views.reached(position, VIEWS_WITHIN_MS);
  };

import { refused } from '../../../flow/result.js';
import { written, type CommandResult, refuse } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import type { Intent } from '../../core/intent.js';
import { onDeposit } from '../../deposit/deposit-stream.js';
import type { ClaimPipelineRun } from '../../deposit/pipeline-commands.js';

/**
 * Takes a run up, or over from the worker with `epoch`. Answers the new epoch. Refused, as the commands of a worker are,
 * with `pipeline-run-ended` once the run has ended, was forced to its end, or was deleted with its deposit; with
 * `pipeline-run-reassigned` for a worker whose epoch is not the present one; with `pipeline-run-not-found` for a run
 * that the deposit never had.
 */
export const claimPipelineRun = async (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  claim: Omit<ClaimPipelineRun, 'type' | 'by' | 'at'>,
): Promise<CommandResult<{ readonly epoch: number }>> => {
  const result = await onDeposit(dependencies, intent, { type: 'ClaimPipelineRun', ...claim });
  if (!result.ok) return result;
  const [fact] = result.value;
  if (fact?.type !== 'PipelineRunClaimed')
    return refused(refuse('pipeline-run-reassigned', `Pipeline run ${claim.runId} was not claimed.`));
  return written({ epoch: fact.data.epoch }, result.position);
};

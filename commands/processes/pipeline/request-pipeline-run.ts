import type { DepositFact } from '../../../events/deposit.js';
import type { Position } from '../../../events/envelope.js';
import { written, type CommandResult, latest } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { type StreamFact, stepOf, type Intent, mintId } from '../../core/intent.js';
import { onDeposit } from '../../deposit/deposit-stream.js';
import { onPipelineRun } from '../../pipeline-run/pipeline-run-stream.js';

type QueuedRunFact = StreamFact<Extract<DepositFact, { type: 'PipelineRunQueued' }>>;

/** Opens the record of a run that its deposit has queued; does nothing where that was done. */
export const finishPipelineRequest = async (
  dependencies: Dependencies,
  fact: QueuedRunFact,
): Promise<Position | null> => {
  const { depositId, runId, archivalGroupName, by, at } = fact.data;
  const command = { type: 'OpenPipelineRun', runId, depositId, archivalGroupName, by, at } as const;
  return latest(await onPipelineRun(dependencies, stepOf(fact, 'open'), command));
};

/**
 * Queues a pipeline run of a deposit (preservation 4.6). Refused with `deposit-not-found`, `deposit-locked`,
 * `deposit-has-pipeline-run`, `pipeline-bucket-not-default`, `deposit-exporting` or `deposit-archiving`. `retryOf` is the
 * run that has ended and that this one repeats.
 */
export const requestPipelineRun = async (
  dependencies: Dependencies,
  intent: Intent,
  depositId: string,
  retryOf?: string,
): Promise<CommandResult<{ readonly runId: string }>> => {
  const runId = mintId(`${intent.commandId}:pipeline run`);
  const { workspaceBucket: workingBucket } = dependencies.places;
  const repeated = retryOf === undefined ? {} : { retryOf };
  const command = { type: 'QueuePipelineRun', depositId, runId, workingBucket, ...repeated } as const;
  const result = await onDeposit(dependencies, intent, command);
  if (!result.ok) return result;
  const [fact] = result.value;
  const opened = fact?.type === 'PipelineRunQueued' ? await finishPipelineRequest(dependencies, fact) : null;
  return written({ runId }, opened ?? result.position);
};

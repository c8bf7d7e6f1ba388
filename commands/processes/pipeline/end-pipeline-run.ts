import { timestampOf } from '../../../events/time.js';
import { withoutValue, written, type CommandResult } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import type { Intent } from '../../core/intent.js';
import { onDeposit } from '../../deposit/deposit-stream.js';
import type { ReportPipelineStatus } from '../../deposit/pipeline-commands.js';
import { readPipelineRecord } from '../../pipeline-run/pipeline-run-stream.js';

/**
 * Records what a caller says about a run (companion 12.4). Refused with `deposit-not-found`, `pipeline-run-not-found`,
 * `pipeline-run-ended` or `pipeline-status-not-allowed`.
 */
export const reportPipelineStatus = async (
  dependencies: Dependencies,
  intent: Intent,
  report: Omit<ReportPipelineStatus, 'type' | 'by' | 'at'>,
): Promise<CommandResult<null>> =>
  withoutValue(await onDeposit(dependencies, intent, { type: 'ReportPipelineStatus', ...report }));

/**
 * Ends a run in which nothing has happened since a time, on the stream of its deposit and on its own; does nothing for
 * another one, and for one that has ended.
 */
export const endStalePipelineRun = async (
  dependencies: Dependencies,
  intent: Intent,
  { depositId, runId, before }: { readonly depositId: string; readonly runId: string; readonly before: Date },
): Promise<CommandResult<null>> => {
  const record = await readPipelineRecord(dependencies.events, runId);
  const limit = timestampOf(before);
  if (record !== null && record.lastModified >= limit) return written(null, null);
  const command = { type: 'EndStalePipelineRun', depositId, runId, before: limit } as const;
  return withoutValue(await onDeposit(dependencies, intent, command));
};

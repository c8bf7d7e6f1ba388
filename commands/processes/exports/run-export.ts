import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { refused } from '../../../flow/result.js';
import { onLedger } from '../../archival-group/ledger-stream.js';
import { written, type CommandResult, refuse } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import type { Intent } from '../../core/intent.js';
import { finishExported, finishExportStart } from './export-steps.js';

interface OfExport {
  /** The archival group. */
  readonly path: RepositoryPath;
  readonly exportId: string;
}

/**
 * Takes an export up, or over from the worker with `epoch`, which can no longer end it afterwards. Answers the new
 * epoch; refused with `lease-lost` or `export-not-live`.
 */
export const takeExport = async (
  dependencies: Dependencies,
  intent: Intent,
  taken: OfExport & { readonly epoch: number; readonly worker: string },
): Promise<CommandResult<{ readonly epoch: number }>> => {
  const { exportId } = taken;
  const result = await onLedger(dependencies, intent, { type: 'TakeExport', ...taken });
  if (!result.ok) return result;
  const [fact] = result.value;
  if (fact?.type === 'ExportStarted') await finishExportStart(dependencies, fact);
  else if (fact?.type !== 'ExportLeaseReassigned')
    return refused(refuse('lease-lost', `Export ${exportId} was taken over by another worker.`));
  return written({ epoch: fact.data.epoch }, result.position);
};

/**
 * Ends an export after its failures are recorded, and makes its deposit `new`. Refused with `lease-lost` or
 * `export-not-live`.
 */
export const finishExport = async (
  dependencies: Dependencies,
  intent: Intent,
  finished: OfExport & { readonly epoch: number; readonly files: number; readonly failures: number },
): Promise<CommandResult<null>> => {
  const result = await onLedger(dependencies, intent, { type: 'FinishExport', ...finished });
  if (!result.ok) return result;
  const [fact] = result.value;
  const ended = fact?.type === 'ExportFinished' ? await finishExported(dependencies, fact) : null;
  return written(null, ended ?? result.position);
};

import { deposit } from '../../../commands/deposit/decider.js';
import { fold } from '../../../commands/core/fold.js';
import { depositStream } from '../../../commands/deposit/deposit-stream.js';
import { readExport } from '../../../commands/export/export-stream.js';
import { readImportJob } from '../../../commands/import-job/import-job-stream.js';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { RecordedFact } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { logOf } from '../command-bench.js';
import type { World } from './world.js';

const isImportOver = async (events: EventStore, jobId: string): Promise<boolean> => {
  const status = (await readImportJob(events, jobId))?.status;
  return status === 'completed' || status === 'completedWithErrors';
};

/** Whether an export was cancelled, or has ended and its deposit is open to its owner or gone with its files. */
const isExportOver = async (events: EventStore, exportId: string, depositId: string | null): Promise<boolean> => {
  const status = (await readExport(events, exportId))?.status;
  if (status === undefined || status === 'unfinished') return false;
  if (depositId === null || status === 'cancelled') return true;
  const { state } = await fold(events, deposit, depositStream(depositId));
  if (state.status === 'deleted') return state.emptied;
  return state.status !== 'absent' && state.status !== 'exporting' && state.prepared;
};

/** Whether every job that there is has come to its end, and its deposit with it. */
export const isAtRest = async ({ events }: World): Promise<boolean> => {
  for (const { type, data } of (await logOf(events)) as readonly RecordedFact<ArchivalGroupFact>[]) {
    if (type === 'ImportAdmitted' && !(await isImportOver(events, data.jobId))) return false;
    if (type === 'ExportRequested' && !(await isExportOver(events, data.exportId, data.depositId))) return false;
  }
  return true;
};

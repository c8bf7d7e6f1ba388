import type { SharedRecords } from '../../flow/shared-records.js';
import { PROCESS_PREFIX, type ProcessRecord } from './process-record.js';

/** The processes that have not left, as they told of themselves last; some may have ended since. */
export const readProcesses = async (records: SharedRecords): Promise<readonly ProcessRecord[]> =>
  (await records.list(PROCESS_PREFIX)).map(({ value }) => value as ProcessRecord).filter(({ left }) => !left);

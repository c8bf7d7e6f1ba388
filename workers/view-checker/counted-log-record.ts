import type { SharedRecords } from '../../flow/shared-records.js';
import type { CountedLog, CountedLogRecord } from '../../projections/comparison/counted-log.js';

const NAME = 'counted-log';

/**
 * Keeps up to where the log was counted in a shared record, for whichever process compares next. Where another process
 * writes it at the same time, that is kept: both have counted the same log.
 */
export const countedLogRecord = (records: SharedRecords): CountedLogRecord => ({
  read: async () => ((await records.read(NAME))?.value ?? null) as CountedLog | null,
  async write(counted) {
    const seen = (await records.read(NAME))?.tag ?? null;
    if (counted !== null) await records.write(NAME, counted, seen);
    else if (seen !== null) await records.remove(NAME, seen);
  },
});

import type { Dependencies } from '../../../commands/core/dependencies.js';
import { logOf } from '../command-bench.js';
import { auditOf } from './audit-of.js';
import { inconsistencies } from './inconsistencies.js';
import { readLog, type ReadLog } from './log-faults.js';
import { repositoryFaults, type WantedGroups } from './repository-faults.js';
import { stagingFaults, storeFaults } from './store-faults.js';
import type { AcknowledgedLine } from '../main-job/lines.js';

/**
 * All that is wrong with a platform at rest, whatever it stands on: what the auditor finds, what the log tells of its jobs,
 * what its streams say against each other, and what is left over.
 */
export const restFaults = async (stores: Pick<Dependencies, 'events' | 'bytes' | 'places'>): Promise<string[]> => {
  const log = readLog();
  log.take(await logOf(stores.events));
  const { findings } = await auditOf(stores);
  return [
    ...findings.map(({ code, key, message }) => `${code} ${key}: ${message}`),
    ...log.faults(),
    ...(await inconsistencies(stores)),
    ...(await stagingFaults(stores)),
  ];
};

/** What there must be in a data folder. */
export interface WantedData {
  readonly groups: WantedGroups;
  /** The log of the folder, with all of its facts. */
  readonly log: ReadLog;
  /** What clients were told. */
  readonly acknowledged?: readonly AcknowledgedLine[];
}

/** The same for a data folder that nobody holds, by the audit command, where every deposit has ended. */
export const dataFaults = async (data: string, { groups, log, acknowledged }: WantedData): Promise<string[]> => [
  ...(await repositoryFaults(data, groups)),
  ...log.faults(),
  ...log.stillAdmitted(),
  ...(await storeFaults(data, acknowledged)),
];

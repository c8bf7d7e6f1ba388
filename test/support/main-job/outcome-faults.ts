import { factsSinceLast, readLog, type ReadLog } from '../oracle/log-faults.js';
import type { WantedVersion } from '../oracle/repository-faults.js';
import { dataFaults } from '../oracle/rest-faults.js';
import type { Snapshot } from './letters.js';
import type { AcknowledgedLine, Line } from './lines.js';
import type { MainJob } from './run-main-job.js';

/** What the platform told its client in these lines. */
export const acknowledgedIn = (lines: readonly Line[]): AcknowledgedLine[] =>
  lines.filter((line) => line.kind === 'acknowledged');

/** The version that is made of a folder: its files, and a METS. */
export const versionOf = ({ files }: Snapshot): WantedVersion => {
  const binaries = new Map<string, { readonly sha256: string | null }>([['mets.xml', { sha256: null }]]);
  for (const [path, sha256] of files) binaries.set(`objects/${path}`, { sha256 });
  return { binaries };
};

/** How often each kind of fact must stand in the log of a group with so many versions. */
const tallyFaults = (log: ReadLog, versions: number): string[] => {
  const imports = [
    'ImportAdmitted',
    'ImportJobQueued',
    'VersionCommitDecided',
    'VersionPublished',
    'ImportJobCompleted',
  ];
  const deposits = ['DepositAdmitted', 'DepositCreated', 'DepositPreserved', 'DepositReleased'];
  const expected = [
    ...[...imports, ...deposits].map((type) => [type, versions] as const),
    ...['ContainerCreated', 'ChildConfirmed'].map((type) => [type, 1] as const),
  ];
  return expected.flatMap(([type, count]) =>
    log.count(type) === count ? [] : [`there are ${log.count(type)} ${type}, not ${count}`],
  );
};

const lostIn = (log: ReadLog, each: AcknowledgedLine): string[] => {
  if (each.what === 'upload') return []; // the store tells of it
  if (each.what === 'import') return log.lost({ resultId: each.id, preserved: true });
  const type = each.what === 'container' ? 'ContainerCreated' : 'DepositPreserved';
  return log.count(type, each.id) > 0 ? [] : [`${each.what} ${each.id} was acknowledged and is lost`];
};

/** All that is wrong after the main job has ended, however it came there; empty when it is as if nothing had happened. */
export const outcomeFaults = async (
  { data, group }: MainJob,
  snapshots: readonly Snapshot[],
  acknowledged: readonly AcknowledgedLine[],
): Promise<string[]> => {
  const log = readLog();
  log.take(await factsSinceLast(data)());
  return [
    ...(await dataFaults(data, { groups: new Map([[group, snapshots.map(versionOf)]]), log, acknowledged })),
    ...tallyFaults(log, snapshots.length),
    ...acknowledged.flatMap((each) => lostIn(log, each)),
  ];
};

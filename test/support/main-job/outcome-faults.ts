import { join } from 'node:path';
import type { Snapshot } from './letters.js';
import type { Acknowledged, Line } from './lines.js';
import { logFaults } from './log-faults.js';
import { repositoryFaults } from './repository-faults.js';
import type { MainJob } from './run-main-job.js';
import { storeFaults } from './store-faults.js';

/** What the platform told its client in these lines. */
export const acknowledgedIn = (lines: readonly Line[]): Acknowledged[] =>
  lines.filter((line) => line.kind === 'acknowledged');

/** All that is wrong after the main job has ended, however it came there; empty when it is as if nothing had happened. */
export const outcomeFaults = async (
  { data, group }: MainJob,
  snapshots: readonly Snapshot[],
  acknowledged: readonly Acknowledged[],
): Promise<string[]> => [
  ...(await repositoryFaults(join(data, 'ocfl'), group, snapshots)),
  ...(await logFaults(join(data, 'events.sqlite'), snapshots.length, acknowledged)),
  ...(await storeFaults(data, acknowledged)),
];

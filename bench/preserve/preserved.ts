import { secondsOf } from '../measure.js';
import type { Version } from '../versions.js';
import type { PhaseCost } from './preserve-process.js';

/** Another number for a quick look. */
export const ROUNDS = Number(process.env['MUNIMENT_BENCH_ROUNDS'] ?? 5);

/** What a preserve took, whole and by its phases. */
export interface PreserveCost {
  readonly seconds: number;
  readonly phases: readonly PhaseCost[];
}

/** Has a version of the command preserve a folder in a process of its own. */
export const preserve = async (version: Version, from: string, data: string): Promise<PreserveCost> => {
  let phases: readonly PhaseCost[] = [];
  const seconds = await secondsOf(async () => {
    phases = await version.run('preserve/preserve-process.js', [from, data]);
  });
  return { seconds, phases };
};

export const sumOf = (phases: readonly PhaseCost[], read: (cost: PhaseCost) => number | null): number =>
  phases.reduce((all, cost) => all + (read(cost) ?? 0), 0);

/** Processor time of all threads, in seconds. */
export const cpuOf = (phases: readonly PhaseCost[]): number =>
  sumOf(phases, (each) => (each.mainCpu ?? 0) + (each.otherCpu ?? 0));

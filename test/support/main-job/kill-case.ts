import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KillPoint } from '../processes/kill-point.js';
import type { Snapshot } from './letters.js';
import type { Line } from './lines.js';
import { acknowledgedIn, outcomeFaults } from './outcome-faults.js';
import { mainJobIn, runMainJob, type MainJob } from './run-main-job.js';

/** How things are before a case begins, and how they must be after it. */
export interface Situation {
  /** A folder with the folder to preserve, and a data folder unless the platform is to begin anew. */
  readonly scratch: string;
  /** The folder at each version that there must be at the end. */
  readonly snapshots: readonly Snapshot[];
}

export const newScratch = (): Promise<string> => mkdtemp(join(tmpdir(), 'muniment-kill-'));

/** Runs the main job until it has been killed at each point, then to its end; answers all that is wrong afterwards. */
const killedAndEnded = async (
  job: MainJob,
  kills: readonly KillPoint[],
  snapshots: readonly Snapshot[],
): Promise<string[]> => {
  const lines: Line[] = [];
  const faults: string[] = [];
  for (const kill of kills) {
    const run = await runMainJob(job, kill);
    lines.push(...run.lines);
    if (!run.killed) faults.push(`it never came ${kill.moment} ${kill.step} ${kill.time} times`);
  }
  const last = await runMainJob(job);
  lines.push(...last.lines);
  const ended = last.lines.find((line) => line.kind === 'ended');
  if (ended?.version !== `v${snapshots.length}`) faults.push(`it ended with ${String(ended?.version)}`);
  return [...faults, ...(await outcomeFaults(job, snapshots, acknowledgedIn(lines)))];
};

/** One case in a copy of the situation, which goes with it unless it ends badly: then it is left for the evidence. */
export const killCase = async ({ scratch, snapshots }: Situation, kills: readonly KillPoint[]): Promise<string[]> => {
  const copy = await newScratch();
  await cp(scratch, copy, { recursive: true });
  const faults = await killedAndEnded(mainJobIn(copy), kills, snapshots);
  if (faults.length === 0) await rm(copy, { recursive: true });
  return faults;
};

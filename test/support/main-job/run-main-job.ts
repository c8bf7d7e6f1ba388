import { join } from 'node:path';
import type { KillPoint } from '../processes/kill-point.js';
import { startProgram } from '../processes/program.js';
import type { Line } from './lines.js';

/** What the main job is about. */
export interface MainJob {
  /** The data folder. */
  readonly data: string;
  /** The folder to preserve. */
  readonly folder: string;
  /** Repository path of the group. */
  readonly group: string;
}

export interface Run {
  /** Whether it was killed, as it was meant to be; otherwise it ended with code 0. */
  readonly killed: boolean;
  readonly lines: readonly Line[];
  readonly ms: number;
  /** How long it took until the platform was up and answering; null when it never did. */
  readonly readyMs: number | null;
}

/**
 * Where a run is to be killed: at a step, by itself; or after a while, from outside, counted from its start or from the
 * start of its work.
 */
export type Kill = KillPoint | { readonly afterMs: number; readonly of: 'process' | 'work' };

/** The last step that a run said it came to, or the last request, if that was later. */
export const lastStep = (lines: readonly Line[]): string => {
  const last = lines.findLast((line) => line.kind === 'step' || line.kind === 'request');
  if (last?.kind === 'request') return `in ${last.request}`;
  return last?.kind === 'step' ? `${last.moment} ${last.step}` : 'before it said anything';
};

/** The platform has answered a first request. */
const isAnswering = (line: Line): boolean => line.kind === 'request' && line.request.startsWith('GET /repository/');

/** Runs the main job in a process of its own; rejects when it fails, or dies of anything but the kill asked for. */
export const runMainJob = async ({ data, folder, group }: MainJob, kill: Kill | null = null): Promise<Run> => {
  const begun = performance.now();
  const point = kill !== null && 'step' in kill ? [JSON.stringify(kill)] : [];
  const program = startProgram({ file: 'test/process/programs/main-job.js', words: [data, folder, group, ...point] });
  const lines: Line[] = [];
  let readyMs: number | null = null;
  const strikes: NodeJS.Timeout[] = [];
  const strikeFrom = (of: 'process' | 'work'): void => {
    if (kill !== null && 'of' in kill && kill.of === of)
      strikes.push(setTimeout(() => void program.end(), kill.afterMs));
  };
  strikeFrom('process');
  program.onLine((said) => {
    const line = JSON.parse(said) as Line;
    lines.push(line);
    if (readyMs !== null || !isAnswering(line)) return;
    readyMs = performance.now() - begun;
    strikeFrom('work');
  });
  const { code, signal } = await program.ended;
  strikes.forEach(clearTimeout);
  const killed = signal === 'SIGKILL';
  if (killed ? kill === null : code !== 0)
    throw new Error(`the main job ended with ${code ?? String(signal)}, last ${lastStep(lines)}: ${program.said()}`);
  return { killed, lines, ms: performance.now() - begun, readyMs };
};

/** A fresh main job below a scratch folder. */
export const mainJobIn = (scratch: string): MainJob => ({
  data: join(scratch, 'data'),
  folder: join(scratch, 'letters'),
  group: 'letters/1911',
});

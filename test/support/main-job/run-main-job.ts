import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KillPoint, Line } from './lines.js';

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

const program = fileURLToPath(new URL('../../process/main-job.js', import.meta.url));
const LONGEST_MS = 90_000;

/** The last step that a run said it came to, or the last request, if that was later. */
export const lastStep = (lines: readonly Line[]): string => {
  const last = lines.findLast((line) => line.kind === 'step' || line.kind === 'request');
  if (last?.kind === 'request') return `in ${last.request}`;
  return last?.kind === 'step' ? `${last.moment} ${last.step}` : 'before it said anything';
};

/** The platform has answered a first request. */
const isAnswering = (line: Line): boolean => line.kind === 'request' && line.request.startsWith('GET /repository/');

/** What a child has said until its end. */
const linesOf = async (child: ChildProcess, onAnswer: () => void): Promise<Line[]> => {
  const lines: Line[] = [];
  for await (const line of createInterface(child.stdout!)) {
    if (!line.endsWith('}')) continue; // torn by its death
    const said = JSON.parse(line) as Line;
    lines.push(said);
    if (isAnswering(said)) onAnswer();
  }
  return lines;
};

const begin = ({ data, folder, group }: MainJob, kill: Kill | null): ChildProcess => {
  const point = kill !== null && 'step' in kill ? [JSON.stringify(kill)] : [];
  return spawn(process.execPath, ['--enable-source-maps', program, data, folder, group, ...point], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  });
};

/** Runs the main job in a process of its own; rejects when it fails, hangs, or dies of anything but the kill asked for. */
export const runMainJob = async (job: MainJob, kill: Kill | null = null): Promise<Run> => {
  const begun = performance.now();
  const child = begin(job, kill);
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const complaints = text(child.stderr!);
  const state: { hung: boolean; readyMs: number | null } = { hung: false, readyMs: null };
  const strikes: NodeJS.Timeout[] = [];
  const strikeAfter = (ms: number): void => void strikes.push(setTimeout(() => child.kill('SIGKILL'), ms));
  const strikeFrom = (of: 'process' | 'work'): void => {
    if (kill !== null && 'of' in kill && kill.of === of) strikeAfter(kill.afterMs);
  };
  strikes.push(
    setTimeout(() => {
      state.hung = true;
      child.kill('SIGKILL');
    }, LONGEST_MS),
  );
  strikeFrom('process');
  const lines = await linesOf(child, () => {
    if (state.readyMs !== null) return;
    state.readyMs = performance.now() - begun;
    strikeFrom('work');
  });
  const [code, signal] = await exit;
  strikes.forEach(clearTimeout);
  const killed = signal === 'SIGKILL';
  const isAsMeant = !state.hung && (killed ? kill !== null : code === 0);
  if (!isAsMeant) {
    const how = state.hung ? `did not end within ${LONGEST_MS} ms` : `ended with ${code ?? String(signal)}`;
    throw new Error(`the main job ${how}, last ${lastStep(lines)}: ${await complaints}`);
  }
  return { killed, lines, ms: performance.now() - begun, readyMs: state.readyMs };
};

/** A fresh main job below a scratch folder. */
export const mainJobIn = (scratch: string): MainJob => ({
  data: join(scratch, 'data'),
  folder: join(scratch, 'letters'),
  group: 'letters/1911',
});

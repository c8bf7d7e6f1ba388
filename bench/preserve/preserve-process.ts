import { readdirSync, readFileSync } from 'node:fs';
import { STEPS } from '../../clients/command-line/output/steps.js';
import { startPlatform } from '../../infra/compose/platform/platform.js';
import { ownConfig } from '../../test/support/platform/own-config.js';
import { watchStalls } from '../stall-watch.js';
import { preserveIn } from './preserve-in.js';

/** A part of the whole job. */
export type Phase = 'start' | 'look' | 'read' | 'upload' | 'METS' | 'import' | 'archive' | 'close';

/** What a phase took; processor time and writes are null where the system does not tell. */
export interface PhaseCost {
  readonly phase: Phase;
  readonly seconds: number;
  /** Of the thread of the event loop, and of all others together. */
  readonly mainCpu: number | null;
  readonly otherCpu: number | null;
  /** Handed to the disk, in bytes. */
  readonly written: number | null;
  /** The longest delay of a timer, in seconds. */
  readonly longestStall: number;
}

interface Moment {
  readonly at: number;
  readonly mainTicks: number | null;
  readonly allTicks: number | null;
  readonly written: number | null;
}

const TICKS_PER_SECOND = 100;

/** User and system time of a thread or a process, in ticks. */
const ticksIn = (path: string): number => {
  const text = readFileSync(path, 'utf8');
  const [, , , , , , , , , , , user, system] = text.slice(text.lastIndexOf(')') + 1).split(' ');
  return Number(user) + Number(system);
};

const moment = (): Moment => {
  const at = performance.now();
  try {
    readdirSync('/proc/self/task');
    const written = /^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1];
    return {
      at,
      mainTicks: ticksIn(`/proc/self/task/${process.pid}/stat`),
      allTicks: ticksIn('/proc/self/stat'),
      written: written === undefined ? null : Number(written),
    };
  } catch {
    return { at, mainTicks: null, allTicks: null, written: null };
  }
};

const difference = (after: number | null, before: number | null): number | null =>
  after === null || before === null ? null : after - before;

const costOf = (phase: Phase, before: Moment, after: Moment, longestStall: number): PhaseCost => {
  const all = difference(after.allTicks, before.allTicks);
  const main = difference(after.mainTicks, before.mainTicks);
  return {
    phase,
    seconds: (after.at - before.at) / 1_000,
    mainCpu: main === null ? null : main / TICKS_PER_SECOND,
    otherCpu: all === null || main === null ? null : (all - main) / TICKS_PER_SECOND,
    written: difference(after.written, before.written),
    longestStall,
  };
};

const PHASES: Readonly<Record<string, Phase>> = {
  [STEPS.looking]: 'look',
  [STEPS.reading]: 'read',
  [STEPS.uploading]: 'upload',
  [STEPS.recording]: 'METS',
  [STEPS.importing]: 'import',
  [STEPS.archiving]: 'archive',
};

/** Preserves a folder as the command does, and tells what each phase took. */
const measure = async (folder: string, data: string): Promise<readonly PhaseCost[]> => {
  const costs: PhaseCost[] = [];
  let phase: Phase = 'start';
  let before: Moment = { at: 0, mainTicks: 0, allTicks: 0, written: 0 };
  let stalls = watchStalls();
  const begin = (next: Phase): void => {
    const now = moment();
    costs.push(costOf(phase, before, now, stalls()));
    stalls = watchStalls();
    [phase, before] = [next, now];
  };
  const progress = {
    begin: (step: string) => {
      const next = PHASES[step.replace(/ \d+$/, '')];
      if (next !== undefined && next !== phase) begin(next);
    },
    advance: () => undefined,
    end: () => undefined,
  };
  const platform = await startPlatform(ownConfig(data, { MUNIMENT_LOG_LEVEL: 'warn' }));
  await preserveIn(platform, folder, progress);
  begin('close');
  await platform.stop();
  begin('close');
  stalls();
  return costs;
};

const [folder = '', data = ''] = process.argv.slice(2);
console.log(JSON.stringify(await measure(folder, data)));

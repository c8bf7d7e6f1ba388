import { watchTurns } from '../watched-turns.js';
import { openImportPlatform } from '../imports/import-platform.js';
import { cpuSecondsSince } from '../measure.js';

/** What a span of time did to a process. */
export interface Watched {
  /** The longest interval between two calls of a timer, and the CPU time of the main thread in one, in milliseconds. */
  readonly longestWait: number;
  readonly longestCpu: number;
  /** CPU time of the process, in seconds. */
  readonly cpuSeconds: number;
  /** Resident memory: by how much its peak was above the beginning, and the peak. */
  readonly grownBytes: number;
  readonly peakBytes: number;
}

/** What the process tells its parent. */
export type Told =
  | { readonly kind: 'ready'; readonly preservation: string; readonly storage: string }
  | { readonly kind: 'begun' }
  | { readonly kind: 'watched'; readonly watched: Watched };

/** Sends to the parent, which listens while the platform serves. */
const tell = (told: Told): void => void process.send?.(told);

const [data = ''] = process.argv.slice(2);
const on = await openImportPlatform(data);

const memory = (): number => process.memoryUsage().rss;
const SAMPLE_MS = 10;

const begin = (): (() => Watched) => {
  globalThis.gc?.();
  const before = memory();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, memory())), SAMPLE_MS);
  const turns = watchTurns();
  const cpuBefore = process.cpuUsage();
  return () => {
    clearInterval(timer);
    const { wall, cpu } = turns();
    const cpuSeconds = cpuSecondsSince(cpuBefore);
    return { longestWait: wall, longestCpu: cpu, cpuSeconds, grownBytes: peak - before, peakBytes: peak };
  };
};

let end: (() => Watched) | null = null;
process.on('message', (what) => {
  if (what === 'begin') {
    end = begin();
    tell({ kind: 'begun' });
  } else if (what === 'end' && end !== null) {
    tell({ kind: 'watched', watched: end() });
  } else {
    void on.platform.stop().then(() => process.exit());
  }
});
const { preservation, storage } = on.platform.ready;
tell({ kind: 'ready', preservation: preservation ?? '', storage: storage ?? '' });

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, percentile } from '../measure.js';
import { timedGet } from '../read/timed-get.js';
import { makeSource } from './make-source.js';
import type { Preserving } from './serving-process.js';

const MiB = 1024 ** 2;
const SMALL = { files: 10, bytes: 10_000, perFolder: 10 };
const LARGE = { files: 4, bytes: 1_024 * MiB, perFolder: 4 };
const QUIET_READS = 500;

/** Reads by turns what other clients read until it is over: how long each took, in milliseconds. */
const readWhile = async (uris: readonly string[], goOn: (reads: number) => boolean): Promise<number[]> => {
  const times: number[] = [];
  while (goOn(times.length)) {
    const { whole } = await timedGet(uris[times.length % uris.length] ?? '');
    times.push(whole * 1_000);
  }
  return times;
};

interface Shown {
  readonly binaries: readonly { readonly id: string; readonly content: string }[];
}

/** What is read: a group, the bytes of a file in it, and all deposits. */
const urisOn = async (preservation: string): Promise<readonly string[]> => {
  const group = `${preservation}/repository/bench/small`;
  const folder = (await (await fetch(`${group}/objects/0`)).json()) as Shown;
  const [binary] = folder.binaries;
  if (binary === undefined) throw new Error('the small folder has no files');
  return [group, binary.content, `${preservation}/deposits`];
};

/** What other clients notice while 4 GiB go in: the same reads before and meanwhile, by another process. Takes 12 GiB of disk. */
export const servedMeanwhileBench = (): Promise<readonly Figure[]> =>
  inFolder(async (root) => {
    const [small, large] = [join(root, 'small'), join(root, 'large')];
    await makeSource(small, SMALL);
    await makeSource(large, LARGE);
    const program = fileURLToPath(new URL('./serving-process.js', import.meta.url));
    const child = fork(program, [small, large, join(root, 'data')], { execArgv: [] });
    const [preservation] = (await once(child, 'message')) as [string];
    const uris = await urisOn(preservation);
    await readWhile(uris, (reads) => reads < QUIET_READS); // compiles what is asked for
    const quiet = await readWhile(uris, (reads) => reads < QUIET_READS);
    const told: Preserving[] = [];
    child.once('message', (preserving) => told.push(preserving as Preserving));
    child.send('begin');
    const busy = await readWhile(uris, () => told.length === 0 && child.connected);
    const [preserving] = told;
    if (preserving === undefined) throw new Error('the platform did not preserve the files');
    const { seconds, longest } = preserving;
    child.send('end');
    await once(child, 'disconnect');
    const name = 'while 4 files of 1 GiB are preserved';
    const ratio = { to: 'the same before', value: median(busy) / median(quiet), atMost: 2 };
    return [
      { name: `4 files of 1 GiB preserved`, value: seconds * 1_000, unit: 'ms' },
      {
        name: `${name}: ${busy.length} reads by another client, median`,
        value: median(busy) * 1_000,
        unit: 'µs',
        ratio,
      },
      { name: `${name}: the slowest hundredth`, value: percentile(busy, 0.99) * 1_000, unit: 'µs' },
      { name: `${name}: longest wait of a timer`, value: longest.wall, unit: 'ms', atMost: 50 },
      { name: `${name}: longest turn, processor time`, value: longest.cpu, unit: 'ms', atMost: 50 },
    ];
  });

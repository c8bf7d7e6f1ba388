import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { forEachConcurrently } from '../../flow/concurrently.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, secondsOf } from '../measure.js';
import { pathOf } from '../imports/planned-files.js';
import { CONTAINER, GROUP, LARGE_FILE, LARGE_GROUP, prepare } from './prepare.js';
import { serveIn, type Served } from './served.js';
import type { Watched } from './serving-process.js';
import { timedGet, type Pace, type TimedGet } from './timed-get.js';

const COUNT = 100_000;
const MiB = 1024 ** 2;
const LARGE_BYTES = 512 * MiB;
const SAMPLES = 15;
const RANGES = 4_000;
const RANGE_BYTES = 65_536;
const CONNECTIONS = 16;

const figuresOf = (
  name: string,
  { firstByte, whole }: TimedGet,
  { longestWait, longestCpu, cpuSeconds, grownBytes }: Watched,
  count = COUNT,
): readonly Figure[] => [
  { name: `${name}: first byte`, value: firstByte * 1_000, unit: 'ms', atMost: 300 },
  { name: `${name}: whole`, value: count / whole, unit: 'entries/s' },
  { name: `${name}: longest wait of a timer`, value: longestWait, unit: 'ms', atMost: 100 },
  { name: `${name}: CPU time in it`, value: longestCpu, unit: 'ms' },
  { name: `${name}: CPU time in all`, value: cpuSeconds * 1_000, unit: 'ms' },
  { name: `${name}: memory on top`, value: grownBytes / MiB, unit: 'MiB' },
];

const listed = async (served: Served, name: string, path: string, pace: Pace = {}): Promise<readonly Figure[]> => {
  const { result, watched } = await served.watch(() => timedGet(`${served.preservation}${path}`, pace));
  return figuresOf(name, result, watched);
};

/** One request after the other, in milliseconds. */
const latency = async (served: Served, name: string, path: string): Promise<Figure> => {
  const taken: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    taken.push((await timedGet(`${served.preservation}${path}`)).whole * 1_000);
  }
  return { name: `${name}: whole, median`, value: median(taken), unit: 'ms' };
};

/** How fast the bytes of the large file come, compared with a stream of it from the disk. */
const content = async (served: Served, data: string): Promise<readonly Figure[]> => {
  const uri = `${served.storage}/content/${LARGE_GROUP}/${LARGE_FILE}`;
  const map = await fetch(`${served.storage}/ocfl/storagemap/${LARGE_GROUP}`);
  const { objectPath, files } = (await map.json()) as {
    readonly objectPath: string;
    readonly files: Readonly<Record<string, { readonly fullPath: string }>>;
  };
  const file = join(data, 'ocfl', objectPath, files[LARGE_FILE]?.fullPath ?? '');
  const direct = async (): Promise<void> => {
    await finished(createReadStream(file).resume());
  };
  const [reads, gets]: [number[], number[]] = [[], []];
  let watched: Watched | null = null;
  for (let sample = 0; sample < 5; sample++) {
    reads.push(await secondsOf(direct));
    const got = await served.watch(() => timedGet(uri));
    gets.push(got.result.whole);
    watched = got.watched;
  }
  const of = (seconds: readonly number[]): number => LARGE_BYTES / MiB / median(seconds);
  const ratio = { to: 'a stream from the disk', value: of(gets) / of(reads) };
  const slow = await served.watch(() => timedGet(uri, { bytesPerSecond: LARGE_BYTES / 10 }));
  const ranged = await secondsOf(() =>
    forEachConcurrently(Array(RANGES).keys(), { width: CONNECTIONS }, async (range) => {
      const start = (range * 7_919_191) % (LARGE_BYTES - RANGE_BYTES);
      await timedGet(uri, { headers: { range: `bytes=${start}-${start + RANGE_BYTES - 1}` } });
    }),
  );
  const unchanged: number[] = [];
  const etag = (await fetch(uri, { method: 'HEAD' })).headers.get('etag') ?? '';
  for (let sample = 0; sample < 200; sample++) {
    unchanged.push(await secondsOf(() => fetch(uri, { headers: { 'if-none-match': etag } })));
  }
  return [
    { name: 'content of 512 MiB', value: of(gets), unit: 'MiB/s', ratio },
    { name: 'content of 512 MiB: CPU time', value: (watched?.cpuSeconds ?? 0) * 1_000, unit: 'ms' },
    { name: 'content of 512 MiB: memory on top', value: (watched?.grownBytes ?? 0) / MiB, unit: 'MiB' },
    { name: 'content in ten seconds: memory on top', value: slow.watched.grownBytes / MiB, unit: 'MiB' },
    { name: 'ranges of 64 KiB on 16 connections', value: RANGES / ranged, unit: 'requests/s' },
    { name: 'content that the client has: median', value: median(unchanged) * 1_000_000, unit: 'µs' },
  ];
};

const trees = async (served: Served): Promise<readonly Figure[]> => {
  const group = `/repository/${GROUP}`;
  const inner = pathOf(0).slice(0, pathOf(0).lastIndexOf('/')).replaceAll(' ', '%20');
  const files = COUNT.toLocaleString('en');
  return [
    ...(await listed(served, `group of ${files} files, not read before`, group)),
    ...(await listed(served, `group of ${files} files`, group)),
    ...(await listed(served, `group of ${files} files, in ten seconds`, group, { bytesPerSecond: 8_000_000 })),
    ...(await listed(served, `storage map of ${files} files`, `/ocfl/storagemap/${GROUP}`)),
    ...(await listed(served, `container with ${files} children`, `/repository/${CONTAINER}`)),
    ...(await listed(served, `container with ${files} children, again`, `/repository/${CONTAINER}`)),
    await latency(served, 'container of 1,000 files in the group', `${group}/${inner}`),
    await latency(served, 'lightweight group', `${group}?view=lightweight`),
    await latency(served, 'lightweight group at a version', `${group}?view=lightweight&version=v1`),
  ];
};

/** Reads of what is large: trees, listings, storage maps and content. */
export const readBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const data = join(folder, 'data');
    await prepare(folder, { count: COUNT, largeBytes: LARGE_BYTES });
    const served = await serveIn(data);
    try {
      return [...(await trees(served)), ...(await content(served, data))];
    } finally {
      await served.stop();
    }
  });

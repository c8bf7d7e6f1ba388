import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, readFileSync, rmSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, rangeOf, secondsOf } from '../measure.js';
import { makeSource, type Source } from '../preserve/make-source.js';
import { ROUNDS } from '../preserve/preserved.js';

const MiB = 1024 ** 2;

interface NamedSource extends Source {
  readonly name: string;
  /** Beside bare SHA-256. */
  readonly goal?: number;
  /** Of the memory of the platform, in MiB. */
  readonly atMost?: number;
}

const SOURCES: readonly NamedSource[] = [
  { name: '4 files of 256 MB', files: 4, bytes: 256 * MiB, perFolder: 4, goal: 0.7 },
  { name: '10,000 files of 10 KB', files: 10_000, bytes: 10_000, perFolder: 100 },
  { name: '100,000 files of 1 KB', files: 100_000, bytes: 1_000, perFolder: 1_000, atMost: 300 },
];

/** Reads and digests every file below a folder, one after the other. */
const bareDigests = async (folder: string): Promise<void> => {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const hash = createHash('sha256');
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
    hash.digest();
  }
};

/** Receives a whole answer without keeping it. */
const received = async (url: string): Promise<void> => {
  const [answer] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${url} was answered with ${answer.statusCode}`);
  answer.resume();
  await once(answer, 'end');
};

interface Served {
  readonly storage: string;
  /** The most memory that it has used, in MiB. */
  readonly mostMemory: () => number;
  readonly end: () => Promise<void>;
}

/** Serves a data folder in a process of its own. */
const serve = async (...words: readonly string[]): Promise<Served> => {
  const child = fork(fileURLToPath(new URL('./download-process.js', import.meta.url)), words);
  const [storage] = (await once(child, 'message')) as [string];
  return {
    storage,
    mostMemory: () => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024,
    async end() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
};

const measured = async (root: string, source: NamedSource): Promise<readonly Figure[]> => {
  const { name, goal, atMost } = source;
  const [from, data] = [join(root, 'source'), join(root, 'data')];
  await makeSource(from, source);
  await (await serve(data, from)).end();
  const { storage, mostMemory, end } = await serve(data);
  const times = { bare: [] as number[], zip: [] as number[], tar: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    times.bare.push(await secondsOf(() => bareDigests(from)));
    for (const form of ['zip', 'tar'] as const)
      times[form].push(await secondsOf(() => received(`${storage}/content/bench/source?as=${form}`)));
  }
  const memory = mostMemory();
  await end();
  if (source.files < 1_000) rmSync(root, { recursive: true });
  const figureOf = (form: 'zip' | 'tar'): Figure => ({
    name: `${name}: ${form} over HTTP (${rangeOf(times[form])})`,
    value: median(times[form]) * 1_000,
    unit: 'ms',
    ratio: {
      to: `bare SHA-256, which takes ${rangeOf(times.bare)}`,
      value: median(times.bare) / median(times[form]),
      ...(goal === undefined ? {} : { goal }),
    },
  });
  const most = { name: `${name}: most memory of the platform`, value: memory, unit: 'MiB' };
  return [figureOf('zip'), figureOf('tar'), atMost === undefined ? most : { ...most, atMost }];
};

/** A version as zip and tar over HTTP, by turns with what only reads and digests the same files. */
export const downloadBench = async (): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const source of SOURCES) figures.push(...(await inFolder((root) => measured(root, source))));
  return figures;
};

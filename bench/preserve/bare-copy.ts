import { once } from 'node:events';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BareFile } from './bare-thread.js';

const THREADS = 8;

/** Makes the folders below `to`, and answers them with the files to copy. */
const planned = async (
  from: string,
  to: string,
): Promise<{ readonly folders: string[]; readonly files: BareFile[] }> => {
  const plan = { folders: [to], files: [] as BareFile[] };
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const one = { from: join(from, entry.name), to: join(to, entry.name) };
    if (entry.isDirectory()) {
      const below = await planned(one.from, one.to);
      plan.folders.push(...below.folders);
      plan.files.push(...below.files);
    } else plan.files.push(one);
  }
  return plan;
};

/** The least that is durable: each file read, digested, written and synced by eight threads, then each folder synced. */
export const bareCopy = async (from: string, to: string): Promise<void> => {
  const { folders, files } = await planned(from, to);
  const shares = Array.from({ length: THREADS }, (_, thread) => files.filter((_file, at) => at % THREADS === thread));
  const program = new URL('./bare-thread.js', import.meta.url);
  await Promise.all(shares.map((workerData) => once(new Worker(program, { workerData }), 'exit')));
  for (const path of folders) {
    const folder = await open(path, 'r');
    await folder.sync().finally(() => folder.close());
  }
};

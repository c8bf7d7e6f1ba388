import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import type { MeasuredRestart } from './restarted-process.js';
import type { MeasuredTrees } from './trees-process.js';

/** The number of files; another one by the environment. */
const FILES = Number(process.env['MUNIMENT_BENCH_TREE_FILES'] ?? 100_000);
const PROGRAM = join(import.meta.dirname, 'trees-process.js');
const RESTARTED = join(import.meta.dirname, 'restarted-process.js');
const MiB = 1024 ** 2;

/** Goal for a page of a tree that was asked for before, in milliseconds: less than what a person notices. */
const MOST_MS = 100;

/** A deposit of very many files and the version that it becomes, listed folder by folder. */
export const treesBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const data = join(folder, 'data');
    const run = async (...args: string[]): Promise<unknown> =>
      JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
    const { tree, times, processor, heap } = (await run('--expose-gc', PROGRAM, data, `${FILES}`)) as MeasuredTrees;
    const restarted = (await run(RESTARTED, data, tree)) as MeasuredRestart;
    const afterStart = 'combined, one folder, first after a start';
    const files = `${FILES.toLocaleString('en')} files`;
    return [
      ...Object.entries({ ...times, [afterStart]: restarted.elapsed }).map(([name, value]) => {
        const isPage = !name.includes('first') && !name.includes('whole');
        return { name: `${files}: ${name}`, value, unit: 'ms', ...(isPage ? { atMost: MOST_MS } : {}) };
      }),
      ...Object.entries({ ...processor, [afterStart]: restarted.processor }).map(([name, value]) => ({
        name: `${files}: ${name}, processor time`,
        value,
        unit: 'ms',
      })),
      ...Object.entries(heap).map(([name, bytes]) => ({
        name: `${files}: heap that is kept for the ${name}`,
        value: bytes / MiB,
        unit: 'MiB',
      })),
    ];
  });

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import type { MeasuredTrees } from './trees-process.js';

/** The number of files; another one by the environment. */
const FILES = Number(process.env['MUNIMENT_BENCH_TREE_FILES'] ?? 100_000);
const PROGRAM = join(import.meta.dirname, 'trees-process.js');
const MiB = 1024 ** 2;

/** Goal for a page of a tree that was asked for before, in milliseconds: less than what a person notices. */
const MOST_MS = 100;

/** A deposit of very many files and the version that it becomes, listed folder by folder. */
export const treesBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const args = ['--expose-gc', PROGRAM, join(folder, 'data'), `${FILES}`];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { times, heap } = JSON.parse(stdout) as MeasuredTrees;
    const files = `${FILES.toLocaleString('en')} files`;
    return [
      ...Object.entries(times).map(([name, value]) => {
        const isPage = !name.endsWith('first') && !name.includes('whole');
        return { name: `${files}: ${name}`, value, unit: 'ms', ...(isPage ? { atMost: MOST_MS } : {}) };
      }),
      ...Object.entries(heap).map(([name, bytes]) => ({
        name: `${files}: heap that is kept for the ${name}`,
        value: bytes / MiB,
        unit: 'MiB',
      })),
    ];
  });

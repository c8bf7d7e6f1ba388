import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, rangeOf, secondsOf } from '../measure.js';
import { THIS } from '../versions.js';
import { preserve, ROUNDS, type PreserveCost } from './preserved.js';

/** From the start of the program to the end of a preserve of three small files, and of bare Node. */
export const startBench = (): Promise<readonly Figure[]> =>
  inFolder(async (root) => {
    const from = join(root, 'source');
    await mkdir(from);
    for (const name of ['a', 'b', 'c']) await writeFile(join(from, `${name}.txt`), name);
    const rounds: PreserveCost[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await preserve(THIS, from, join(root, `data-${round}`)));
      bare.push(await secondsOf(() => promisify(execFile)(process.execPath, ['-e', '0'])));
    }
    const [ready, whole] = [
      rounds.map(({ phases }) => phases[0]?.seconds ?? NaN),
      rounds.map(({ seconds }) => seconds),
    ];
    const figure = (name: string, seconds: readonly number[]): Figure => ({
      name: `${name} (${rangeOf(seconds)})`,
      value: median(seconds) * 1_000,
      unit: 'ms',
    });
    return [
      { ...figure('start until ready', ready), atMost: 1_000 },
      { ...figure('preserve of three small files', whole), atMost: 1_200 },
      figure('bare Node', bare),
    ];
  });

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from '../figure.js';
import type { ListingCost } from './pages-process.js';

const PROGRAM = join(import.meta.dirname, 'pages-process.js');
const MiB = 1024 ** 2;

const costOf = async (data: string, group: string, described: string): Promise<ListingCost> => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, data, group, described]);
  return JSON.parse(stdout) as ListingCost;
};

/** The files of a group over HTTP, all pages of `GET /files`, with and without what its METS says. */
export const pagesFigures = async (data: string, group: string): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const described of ['bare', 'described']) {
    const { files, allSeconds, againSeconds, startBytes, peakBytes } = await costOf(data, group, described);
    const name = `GET /files, ${files.toLocaleString('en')} files, ${described}`;
    figures.push(
      { name: `${name}, first time`, value: allSeconds * 1_000, unit: 'ms' },
      { name: `${name}, again`, value: againSeconds * 1_000, unit: 'ms' },
      { name: `${name}, memory beyond the start`, value: (peakBytes - startBytes) / MiB, unit: 'MiB' },
    );
  }
  return figures;
};

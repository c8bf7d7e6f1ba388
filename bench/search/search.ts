import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from '../../events/envelope.js';
import { openSubstringIndex } from '../../infra/search-index/open-substring-index.js';
import type { IndexedText, SubstringIndex } from '../../projections/search/substring-index.js';
import { randomNumbers } from '../../test/support/random/random-numbers.js';
import { sha256Of } from '../../test/support/sha256.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { median, percentile, secondsOf } from '../measure.js';
import { watchStalls } from '../stall-watch.js';
import { syntheticPaths } from './synthetic-paths.js';

const PATHS = Number(process.env['MUNIMENT_BENCH_PATHS'] ?? 5_000_000);
const BATCH = 20_000;
const PAGE_SIZE = 50;
/** The goals for the slowest twentieth: of one and two characters, and of others by how many entries match. */
const SHORT_MS = 1_000;
const MOST_MS = [
  { matches: 150_000, ms: 100 },
  { matches: 700_000, ms: 300 },
  { matches: Infinity, ms: 2_000 },
];
const SAMPLED = 100_000;
/** Searches of the mix, each for a needle of its own. */
const MIX = 400;

let position = 0;
let mixes = 0;
const next = (): Position => String(++position).padStart(20, '0') as Position;
const quiet = { warn: () => undefined };

/** Finding parts of paths: built, searched, changed. */
export const searchBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    let index = await openSubstringIndex({ folder, log: quiet });
    const figures: Figure[] = [];
    const samples = await built(index, folder, figures);
    figures.push(...(await mixFigures(index, samples, 'right after building')));
    figures.push(...(await needleFigures(index)));
    await index.close();
    figures.push({ name: 'file on the disk, closed', value: megabytesIn(folder), unit: 'MB' });
    const opened = await secondsOf(async () => void (index = await openSubstringIndex({ folder, log: quiet })));
    figures.push({ name: 'opened again', value: opened * 1_000, unit: 'ms' });
    figures.push(...(await mixFigures(index, samples, 'opened again')));
    figures.push(...(await findFigures(index, samples)));
    figures.push(...(await changeFigures(index)));
    await index.close();
    return figures;
  });

const built = async (index: SubstringIndex, folder: string, figures: Figure[]): Promise<readonly string[]> => {
  const samples: string[] = [];
  const stalls = watchStalls();
  let applying = 0;
  let batch: IndexedText[] = [];
  const apply = async (): Promise<void> => {
    applying += await secondsOf(() => index.apply({ put: batch, remove: [], position: next() }));
    batch = [];
  };
  const every = Math.max(1, Math.floor(PATHS / SAMPLED));
  let made = 0;
  for (const entry of syntheticPaths(PATHS)) {
    if (made++ % every === 0) samples.push(entry.text);
    batch.push(entry);
    if (batch.length === BATCH) await apply();
  }
  await apply();
  const name = `${PATHS.toLocaleString('en')} paths: `;
  figures.push({ name: `${name}built, without making the paths`, value: applying, unit: 's' });
  figures.push({ name: `${name}built`, value: PATHS / applying, unit: 'paths/s' });
  figures.push({ name: `${name}longest wait of a timer`, value: stalls() * 1_000, unit: 'ms' });
  figures.push({ name: `${name}size on the disk a million`, value: (megabytesIn(folder) / PATHS) * 1e6, unit: 'MB' });
  return samples;
};

const megabytesIn = (folder: string): number => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0) / 1e6;
};

const msOf = async (index: SubstringIndex, needle: string, page = 0): Promise<number> =>
  1_000 * (await secondsOf(() => index.search(needle, { page, pageSize: PAGE_SIZE }, '')));

/** Parts of paths as they come: a third of the needles are in most of the paths. */
/** Finding by more than a text: the first page. */
const findFigures = async (index: SubstringIndex, samples: readonly string[]): Promise<Figure[]> => {
  const digests = samples.slice(0, MIX).map((text) => ({ sha256: sha256Of(text) }));
  const wanted = { 'by digest': digests, 'by date': [{ since: '2001-01-01T00:00:00.0000000Z' }] };
  const figures: Figure[] = [];
  for (const [name, each] of Object.entries(wanted)) {
    const times: number[] = [];
    for (const one of each) times.push(await secondsOf(() => index.find(one, { after: null, limit: PAGE_SIZE }, '')));
    figures.push({ name: `found ${name}`, value: median(times) * 1_000, unit: 'ms' });
  }
  return figures;
};

const mixFigures = async (index: SubstringIndex, samples: readonly string[], when: string): Promise<Figure[]> => {
  const random = randomNumbers(++mixes);
  const times: number[] = [];
  for (let search = 0; search < MIX; search++) {
    const path = samples[Math.floor(random() * samples.length)] ?? '';
    const length = 3 + Math.floor(random() * 10);
    const from = Math.floor(random() * (path.length - length));
    times.push(await msOf(index, path.slice(from, from + length)));
  }
  const name = `${MIX} parts of paths, 3 to 12 characters, ${when}: `;
  return [
    { name: `${name}p50`, value: median(times), unit: 'ms' },
    { name: `${name}p95`, value: percentile(times, 0.95), unit: 'ms' },
    { name: `${name}p99`, value: percentile(times, 0.99), unit: 'ms' },
  ];
};

const NEEDLES: readonly (readonly [name: string, needles: readonly string[]])[] = [
  ['rare', ['zz9', 'item-1a0-', '_777_0123', 'strasse 0', '東京駅', 'item-zz', 'no such part', 'москва 00']],
  ['ten thousand', ['box-123/', '_456_', 'étude ', '/objects/page 0', 'box-899', '_000_']],
  ['hundred thousands', ['maps/box-1', '_0001', 'theses', '.xml', 'objects/dra_', 'journals/box-']],
  [
    'millions',
    ['objects/', '.TIF', 'collections/', '/box-', '/objects/', 'item-', 'ections/', '_00', '0.tif', 's/box-'],
  ],
  ['one character, common', ['o', '/', '0', 't', '.']],
  ['one character, rare', ['駅', '~', 'ك', 'ü', 'Ω']],
  ['two characters, common', ['ob', '/i', 'if', '00', '_0']],
  ['two characters, rare', ['東京', 'üb', 'zq', 'ßE', '%%', 'é1']],
];

const needleFigures = async (index: SubstringIndex): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [kind, needles] of NEEDLES) {
    const times = { first: [] as number[], again: [] as number[], deep: [] as number[] };
    const totals: number[] = [];
    for (const needle of needles) totals.push(await measureNeedle(index, needle, times));
    const isShort = needles.some((needle) => needle.length < 3);
    const atMost = isShort ? SHORT_MS : (MOST_MS.find(({ matches }) => Math.max(...totals) <= matches)?.ms ?? 0);
    const name = `${kind} (${Math.min(...totals).toLocaleString('en')} to ${Math.max(...totals).toLocaleString('en')}): `;
    for (const [how, values] of Object.entries(times)) {
      figures.push({ name: `${name}${HOW[how] ?? how}, p50`, value: median(values), unit: 'ms' });
      figures.push({ name: `${name}${HOW[how] ?? how}, p95`, value: percentile(values, 0.95), unit: 'ms', atMost });
    }
  }
  return figures;
};

const HOW: Readonly<Record<string, string>> = { first: 'first search', deep: 'pages at 25 to 100 %' };

/** Answers the total. */
const measureNeedle = async (
  index: SubstringIndex,
  needle: string,
  { first, again, deep }: Record<'first' | 'again' | 'deep', number[]>,
): Promise<number> => {
  first.push(await msOf(index, needle));
  const { total } = await index.search(needle, { page: 0, pageSize: PAGE_SIZE }, '');
  for (let round = 0; round < 20; round++) again.push(await msOf(index, needle));
  for (const share of [0.25, 0.5, 0.75, 1]) {
    deep.push(await msOf(index, needle, Math.max(0, Math.ceil((total * share) / PAGE_SIZE) - 1)));
  }
  return total;
};

/** Imports into a full index: new files by tens, hundreds and thousands, and files that are replaced. */
const changeFigures = async (index: SubstringIndex): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const size of [10, 100, 1_000]) {
    const times: number[] = [];
    const files = size === 1_000 ? 20_000 : 100 * size;
    const entries = [...syntheticPaths(files)].map((entry) => ({
      ...entry,
      ...{ key: `${size}/${entry.key}`, text: `new/${size}/${entry.text}` },
      created: entry.created.replace('202', '203'),
    }));
    for (let from = 0; from < files; from += size) {
      const put = entries.slice(from, from + size);
      times.push(await secondsOf(() => index.apply({ put, remove: [], position: next() })));
    }
    const total = times.reduce((sum, time) => sum + time, 0);
    figures.push({ name: `changes of ${size} files`, value: files / total, unit: 'files/s' });
    figures.push({ name: `changes of ${size} files: p95`, value: 1_000 * percentile(times, 0.95), unit: 'ms' });
  }
  const replaced = [...syntheticPaths(20_000)].map((entry) => ({ ...entry, text: `${entry.text}.new` }));
  const seconds = await secondsOf(() => index.apply({ put: replaced, remove: [], position: next() }));
  figures.push({ name: 'files replaced in one change', value: replaced.length / seconds, unit: 'files/s' });
  return figures;
};

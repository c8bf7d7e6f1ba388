import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { S3Server } from '../../test/support/s3/s3-server.js';
import type { Figure } from '../figure.js';
import type { Servers } from '../imports/import-platform.js';
import { inFolder } from '../in-folder.js';
import { PER_BOX, type Counts } from './generated.js';
import type { Generated } from './generate-process.js';
import type { Cost, MeasuredPlatform } from './measure-process.js';

/** The number of deposits, and of children of one container; another one, such as a million, by the environment. */
const COUNT = Number(process.env['MUNIMENT_BENCH_MILLION'] ?? 20_000);
const FEW: Counts = { deposits: 1_000, failed: 10 };
const MANY: Counts = { deposits: COUNT, failed: Math.min(10_000, COUNT / 10) };
const MICROSECONDS = 1_000;
/** What the search index says of groups without objects is not kept. */
const MOST_OUTPUT = 1024 ** 3;
const MOST_SHOWN = 4_000;

/** Where one platform stores everything: a data folder, or servers. */
export interface Place {
  readonly data: string;
  readonly on: (Servers & { readonly server: S3Server }) | null;
}

/** Does work with a place of its own, which is removed afterwards. */
export type WithPlace = <T>(work: (place: Place) => Promise<T>) => Promise<T>;

const inDataFolder: WithPlace = (work) => inFolder((folder) => work({ data: join(folder, 'data'), on: null }));

const keysOf = ({ server }: { readonly server: S3Server }): Readonly<Record<string, string>> => ({
  AWS_ACCESS_KEY_ID: server.accessKeyId,
  AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
});

const numberOf = (count: number): string => count.toLocaleString('en');

const run = async <Answer>(program: string, { data, on }: Place, counts: Counts): Promise<Answer> => {
  const args = ['--expose-gc', join(import.meta.dirname, program), data, JSON.stringify(counts), JSON.stringify(on)];
  const keys = on === null ? {} : keysOf(on);
  const ended = promisify(execFile)(process.execPath, args, {
    ...{ maxBuffer: MOST_OUTPUT, env: { ...process.env, ...keys } },
  });
  const { stdout } = await ended.catch((error: unknown) => {
    const { stderr } = error as { readonly stderr: string };
    throw new Error(`${program} failed: ${stderr.slice(-MOST_SHOWN)}`);
  });
  return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Answer;
};

interface Measured {
  readonly count: number;
  readonly generated: Generated;
  readonly platform: MeasuredPlatform;
}

const measure = async (place: Place, counts: Counts): Promise<Measured> => {
  const count = counts.deposits;
  if (!(count > 0) || count % PER_BOX !== 0) throw new RangeError(`${count} is no multiple of ${numberOf(PER_BOX)}`);
  const generated = await run<Generated>('generate-process.js', place, counts);
  const platform = await run<MeasuredPlatform>('measure-process.js', place, counts);
  if (platform.wrong.length > 0)
    throw new Error(`wrong answers of ${numberOf(count)} deposits:\n${platform.wrong.join('\n')}`);
  return { count, generated, platform };
};

const generatedFigures = ({ count, generated }: Measured): readonly Figure[] => {
  const { facts, writingSeconds, buildingSeconds, buildingCpuSeconds } = generated;
  const name = `${numberOf(count)} deposits`;
  return [
    { name: `${name}: facts copied into the log`, value: facts, unit: 'facts' },
    { name: `${name}: written`, value: facts / writingSeconds, unit: 'facts/s' },
    { name: `${name}: views and search index built`, value: facts / buildingSeconds, unit: 'facts/s' },
    { name: `${name}: the same by processor time`, value: facts / buildingCpuSeconds, unit: 'facts/s' },
  ];
};

/** One kind of work on both platforms. */
const costFigures = (name: string, many: Cost, few: Cost): readonly Figure[] => {
  const to = numberOf(FEW.deposits);
  const figure = (what: string, of: keyof Cost): Figure => ({
    name: `${name}: ${what}`,
    value: many[of] * MICROSECONDS,
    unit: 'µs',
    ratio: { to, value: many[of] / few[of] },
  });
  return [figure('processor time', 'cpuMs'), figure('elapsed', 'elapsedMs'), figure('the first time', 'firstMs')];
};

/**
 * A platform of very many deposits, with a container of as many children, beside one of a thousand: the start, and what
 * people and programs ask for after it. Both are generated into the log of a platform that is embedded, unless told. Rejects where any answer is
 * not what it should be.
 */
export const millionBench = async (withPlace: WithPlace = inDataFolder): Promise<readonly Figure[]> => {
  const few = await withPlace((place) => measure(place, FEW));
  const many = await withPlace((place) => measure(place, MANY));
  const costs = Object.entries(many.platform.costs).flatMap(([name, cost]) => {
    const other = few.platform.costs[name];
    return other === undefined ? [] : costFigures(name, cost, other);
  });
  const memory: Figure = {
    name: 'memory of the process',
    value: many.platform.megabytes,
    unit: 'MB',
    ratio: { to: numberOf(FEW.deposits), value: many.platform.megabytes / few.platform.megabytes },
  };
  return [...generatedFigures(few), ...generatedFigures(many), ...costs, memory];
};

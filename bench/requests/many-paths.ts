import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import type { PlatformNews, PlatformCommand } from './many-paths-process.js';
import { secondsOf } from '../measure.js';
import { pathOf } from '../imports/planned-files.js';
import type { LongestTurns } from '../watched-turns.js';

/** The two numbers of paths in one edit: those of MUNIMENT_BENCH_PATHS, such as `1000,5000`, or the default. */
const sizes = (): readonly [number, number] => {
  const [few = NaN, many = NaN] = (process.env['MUNIMENT_BENCH_PATHS'] ?? '20000,100000').split(',').map(Number);
  return [few, many];
};

/** The measurements of one edit. */
interface MeasuredEdit {
  readonly seconds: number;
  readonly longest: LongestTurns;
  /** CPU time of all threads of the platform. */
  readonly cpuMs: number;
}

interface MeasuredPaths {
  readonly added: MeasuredEdit;
  readonly deleted: MeasuredEdit;
}

const newsOf = async (child: ChildProcess): Promise<PlatformNews> => {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('the platform has ended');
  });
  try {
    const [news] = (await Promise.race([once(child, 'message', { signal }), ended])) as [PlatformNews];
    return news;
  } finally {
    over.abort();
    await Promise.allSettled([ended]);
  }
};

/** Without fetch, which times out after five minutes. */
const post = async (url: string, ifMatch: string, body: unknown): Promise<void> => {
  const headers = { 'content-type': 'application/json', 'if-match': ifMatch };
  const asking = request(url, { method: 'POST', headers }).end(JSON.stringify(body));
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} of ${url}: ${said.slice(0, 500)}`);
};

const etagOf = async (deposit: string): Promise<string> => {
  const { metsETag } = (await (await fetch(deposit)).json()) as { readonly metsETag: string };
  return metsETag;
};

/** A platform in a separate process, with a deposit of `count` files. */
interface Measured {
  edit(operation: string, body: unknown): Promise<MeasuredEdit>;
  end(): Promise<void>;
}

const begin = async (data: string, count: number): Promise<Measured> => {
  const program = fileURLToPath(new URL('many-paths-process.js', import.meta.url));
  const child = fork(program, [data, String(count)]);
  const ready = await newsOf(child);
  if (!('deposit' in ready)) throw new Error('the platform did not tell of its deposit');
  const { deposit } = ready;
  const request = (what: PlatformCommand): boolean => child.send(what);
  return {
    edit: async (operation, body) => {
      const etag = await etagOf(deposit);
      request('watch');
      const seconds = await secondsOf(() => post(deposit + operation, etag, body));
      request('tell');
      const news = await newsOf(child);
      if (!('longest' in news)) throw new Error('the platform did not tell of its turns');
      return { seconds, ...news };
    },
    end: async () => {
      request('end');
      await once(child, 'exit');
    },
  };
};

const measured = (count: number): Promise<MeasuredPaths> =>
  inFolder(async (folder) => {
    const platform = await begin(join(folder, 'data'), count);
    try {
      return await editsOf(platform, count);
    } finally {
      await platform.end();
    }
  });

const editsOf = async (platform: Measured, count: number): Promise<MeasuredPaths> => {
  const paths = Array.from({ length: count }, (_each, file) => pathOf(file));
  const folders = [...new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))))];
  const added = await platform.edit('/mets', paths);
  const items = [...folders.map((path) => ({ path, isDir: true })), ...paths.map((path) => ({ path, isDir: false }))];
  const everywhere = { deleteFromMets: true, deleteFromDepositFiles: true };
  const deleted = await platform.edit('/mets/delete', { ...everywhere, items });
  return { added, deleted };
};

/** The measurement of fewer paths to compare with, if any. */
interface Against {
  readonly count: number;
  readonly edit: MeasuredEdit;
}

const figuresOf = (kind: string, { count, edit }: Against, fewer: Against | null): Figure[] => {
  const name = `METS ${kind} of ${count.toLocaleString('en')} paths`;
  const per10k = (of: (edit: MeasuredEdit) => number): Pick<Figure, 'value' | 'unit' | 'ratio'> => {
    const value = (of(edit) / count) * 10_000;
    if (fewer === null) return { value, unit: 'ms' };
    const to = `that of ${fewer.count.toLocaleString('en')}`;
    return { value, unit: 'ms', ratio: { to, value: value / ((of(fewer.edit) / fewer.count) * 10_000), atMost: 1.5 } };
  };
  return [
    { name: `${name}: per 10,000`, ...per10k(({ seconds }) => seconds * 1_000) },
    { name: `${name}: CPU time per 10,000`, ...per10k(({ cpuMs }) => cpuMs) },
    { name: `${name}: longest turn, CPU time`, value: edit.longest.cpu, unit: 'ms', atMost: 100 },
    { name: `${name}: longest turn, by the clock`, value: edit.longest.wall, unit: 'ms' },
  ];
};

/** One request that adds all files of a deposit to its METS, and one that deletes them, for few and for many files. */
export const manyPathsBench = async (): Promise<readonly Figure[]> => {
  const [few, many] = sizes();
  const [ofFew, ofMany] = [await measured(few), await measured(many)];
  return (['added', 'deleted'] as const).flatMap((which): Figure[] => {
    const kind = which === 'added' ? 'add' : 'delete';
    const fewer = { count: few, edit: ofFew[which] };
    return [...figuresOf(kind, fewer, null), ...figuresOf(kind, { count: many, edit: ofMany[which] }, fewer)];
  });
};

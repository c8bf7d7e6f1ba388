import { forEachConcurrently } from '../../flow/concurrently.js';
import { openImportPlatform } from '../imports/import-platform.js';
import { pathOf } from '../imports/planned-files.js';
import { cpuSecondsSince, median, secondsOf } from '../measure.js';

/** What a tree costs that is listed folder by folder, with the platform in the same process. */
export interface MeasuredTrees {
  /** The path of the combined tree of the deposit. */
  readonly tree: string;
  /** Milliseconds by the name of what was asked for. */
  readonly times: Readonly<Record<string, number>>;
  /** Milliseconds of processor time, likewise. */
  readonly processor: Readonly<Record<string, number>>;
  /** Bytes of the JavaScript heap that the trees of the deposit and of the version take. */
  readonly heap: Readonly<Record<'deposit' | 'version', number>>;
}

const GROUP = 'bench/letters';
const ROUNDS = 10;
const AT_ONCE = 64;
const JSON_TYPE = { 'content-type': 'application/json' };

const [data = '', count = ''] = process.argv.slice(2);
const paths = Array.from({ length: Number(count) }, (_each, file) => pathOf(file));
const { platform, preservation, dependencies, buckets } = await openImportPlatform(data);

const ask = async (path: string, init: RequestInit = {}): Promise<string> => {
  const answer = await fetch(path.startsWith('http') ? path : preservation + path, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} of ${path}: ${text.slice(0, 1_000)}`);
  return text;
};
const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  ask(path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });
const idIn = (text: string): string => (JSON.parse(text) as { readonly id: string }).id;

const heapNow = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const times: Record<string, number> = {};
const processor: Record<string, number> = {};
const first = async (name: string, path: string): Promise<void> => {
  const before = process.cpuUsage();
  times[name] = (await secondsOf(() => ask(path))) * 1_000;
  processor[name] = 1_000 * cpuSecondsSince(before);
};
const again = async (name: string, path: string): Promise<void> => {
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) seconds.push(await secondsOf(() => ask(path)));
  times[name] = median(seconds) * 1_000;
};

await ask('/repository/bench', { method: 'PUT' });
const opened = {
  template: 'RootLevel',
  archivalGroup: `${preservation}/repository/${GROUP}`,
  archivalGroupName: 'Letters',
};
const deposit = idIn(await post('/deposits', opened));
const prefix = `deposits/${deposit.slice(deposit.lastIndexOf('/') + 1)}/`;
await forEachConcurrently(paths, { width: AT_ONCE }, async (path) => {
  const at = { bucket: buckets.workspace, key: prefix + path };
  await dependencies.bytes.put(at, Buffer.from(path), { contentType: 'text/plain' });
});
const { metsETag } = JSON.parse(await ask(deposit)) as { readonly metsETag: string };
await post(`${deposit}/mets`, paths, { 'if-match': metsETag });

const tree = `${deposit}/combined`;
const box = `${tree}?path=objects/box%200000`;
const middle = Math.floor(paths.length / 2);
await first('combined, whole, first', `${tree}?refresh=true`);
await first('combined, whole, once more', tree);
const beforeDeposit = heapNow();
await first('combined, one folder, first', `${tree}?path=objects`);
const afterDeposit = heapNow();
await again('combined, one folder, again', `${tree}?path=objects`);
await first('combined, one folder, listed again, first', `${tree}?path=objects&refresh=true`);
await again('combined, 500 of 1,000 files of a folder', `${box}&offset=250&limit=500`);
await again('combined, a state, in the middle', `${tree}?show=not-identified&offset=${middle}`);
await again('combined, a part of a name', `${tree}?name=${encodeURIComponent(String(middle))}`);

await post(`${deposit}/importjobs`, { id: `${deposit}/importjobs/diff` });
await platform.settle();
const beforeVersion = heapNow();
await first('children, one folder, first', `/children/${GROUP}/objects`);
const afterVersion = heapNow();
await again('children, one folder, again', `/children/${GROUP}/objects`);
await again('children, 500 of 1,000 files of a folder', `/children/${GROUP}/objects/box%200000?offset=250&limit=500`);
await again('children, a part of a name', `/children/${GROUP}?limit=100&name=${encodeURIComponent(String(middle))}`);
await first('changes, by folder, first', `/changes/${GROUP}?by=folder`);
await again('changes, by folder, again', `/changes/${GROUP}?by=folder`);
await again('changes, one folder, again', `/changes/${GROUP}?folder=objects/box%200000&limit=500`);

const measured: MeasuredTrees = {
  tree: tree.slice(preservation.length),
  times,
  processor,
  heap: { deposit: afterDeposit - beforeDeposit, version: afterVersion - beforeVersion },
};
await platform.stop();
console.log(JSON.stringify(measured));

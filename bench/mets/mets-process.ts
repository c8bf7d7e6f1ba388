import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openImportPlatform } from '../imports/import-platform.js';
import { cpuSecondsSince, percentile, secondsOf } from '../measure.js';

/** Measurements of a large METS in one process, in seconds. */
export interface MeasuredMets {
  /** Only putting the same bytes into the store. */
  readonly puts: readonly number[];
  readonly edits: readonly number[];
  /** CPU time of each edit, which other work on the machine affects less. */
  readonly editsCpu: readonly number[];
  /** The 99th percentile of concurrent small requests. */
  readonly others: number;
  readonly views: readonly number[];
  readonly viewsCpu: readonly number[];
  readonly peakBytes: number;
}

const EDITS = 5;
const VIEWS = 3;
const JSON_TYPE = { 'content-type': 'application/json' };

const [data = '', file = ''] = process.argv.slice(2);
const { platform, dependencies, buckets } = await openImportPlatform(data);
const base = platform.ready.preservation;

const must = async (answer: Response): Promise<Response> => {
  if (!answer.ok) throw new Error(`${answer.status} of ${answer.url}: ${await answer.text()}`);
  return answer;
};
const open = async (template: string | null): Promise<string> => {
  const body = JSON.stringify({ template });
  const opened = await must(await fetch(`${base}/deposits`, { method: 'POST', headers: JSON_TYPE, body }));
  const { id } = (await opened.json()) as { readonly id: string };
  return id;
};

const deposit = await open(null);
const elsewhere = await open('RootLevel');
const prefix = `deposits/${deposit.slice(deposit.lastIndexOf('/') + 1)}/`;
const put = (path: string, bytes: Uint8Array) =>
  dependencies.bytes.put({ bucket: buckets.workspace, key: prefix + path }, bytes);
const puts: number[] = [];
/** A function of its own, so that no copy of the client's is left beside those of the service. */
const putMets = async (): Promise<string> => {
  const bytes = await readFile(file);
  for (let count = 0; count < EDITS; count++) puts.push(await secondsOf(() => put('elsewhere.bin', bytes)));
  return (await put('mets.xml', bytes)).etag;
};
let etag = await putMets();

const edit = async (): Promise<void> => {
  const path = `objects/new ${randomUUID()}.txt`;
  await put(path, Buffer.from(path));
  const headers = { ...JSON_TYPE, 'if-match': etag };
  const request = { method: 'POST', headers, body: JSON.stringify([path]) };
  const before = process.cpuUsage();
  edits.push(await secondsOf(async () => must(await fetch(`${deposit}/mets`, request))));
  editsCpu.push(cpuSecondsSince(before));
  const info = await dependencies.bytes.head({ bucket: buckets.workspace, key: `${prefix}mets.xml` });
  etag = info?.etag ?? '';
};

const edits: number[] = [];
const editsCpu: number[] = [];
const others: number[] = [];
let done = false;
/** Sends small requests repeatedly while the METS is edited. */
const askMeanwhile = async (): Promise<void> => {
  while (!done) others.push(await secondsOf(async () => (await must(await fetch(elsewhere))).arrayBuffer()));
};
const asking = askMeanwhile();
for (let count = 0; count < EDITS; count++) await edit();
done = true;
await asking;

const views: number[] = [];
const viewsCpu: number[] = [];
/** Takes an answer as it comes, and keeps nothing of it. */
const take = async ({ body }: Response): Promise<void> => {
  await body?.pipeTo(new WritableStream());
};
for (let count = 0; count < VIEWS; count++) {
  const before = process.cpuUsage();
  views.push(await secondsOf(async () => take(await must(await fetch(`${deposit}/parsed-mets`)))));
  viewsCpu.push(cpuSecondsSince(before));
}

const peakBytes = process.resourceUsage().maxRSS * 1024;
await platform.stop();
const figures: MeasuredMets = { puts, edits, editsCpu, others: percentile(others, 0.99), views, viewsCpu, peakBytes };
console.log(JSON.stringify(figures));

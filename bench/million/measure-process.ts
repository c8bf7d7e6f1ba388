import { openImportPlatform } from '../imports/import-platform.js';
import { cpuSecondsSince, median } from '../measure.js';
import { callsOf } from './calls.js';
import { numbered } from './life.js';
import { importDeposit, openDeposit, PLACES } from './record-lives.js';
import { requestsFor } from './requests.js';

/** What one kind of work costs, in milliseconds: the first time, and the middle of further ones. */
export interface Cost {
  readonly firstMs: number;
  readonly elapsedMs: number;
  readonly cpuMs: number;
}

/** The costs of a platform by what was done; `megabytes` is the memory of its process at the end. */
export interface MeasuredPlatform {
  readonly costs: Readonly<Record<string, Cost>>;
  readonly megabytes: number;
}

const ROUNDS = 15;
/** Work that takes longer is done less often. */
const LONG_MS = 3_000;
const MEGABYTE = 1e6;

const costs: Record<string, Cost> = {};

const measure = async (name: string, work: (round: number) => Promise<unknown>, rounds = ROUNDS): Promise<void> => {
  const elapsed: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const [begun, before] = [performance.now(), process.cpuUsage()];
    await work(round);
    elapsed.push(performance.now() - begun);
    cpu.push(cpuSecondsSince(before) * 1_000);
    if (elapsed.reduce((sum, each) => sum + each, 0) > LONG_MS && round > 0) break;
  }
  const [firstMs = NaN] = elapsed;
  costs[name] = { firstMs, elapsedMs: median(elapsed.slice(1)), cpuMs: median(cpu.slice(1)) };
};

const [data = '', count = ''] = process.argv.slice(2);
const opened = await openImportPlatform(data);
const started = { elapsedMs: performance.now(), cpuMs: cpuSecondsSince({ user: 0, system: 0 }) * 1_000 };
costs['start'] = { firstMs: started.elapsedMs, ...started };
const { call } = callsOf(opened.preservation);
/** A number that no run before had. */
const run = Math.floor(Date.now() / 1_000);

await measure('container created in the container of all', (round) =>
  call('PUT', `/repository/${PLACES.children}/${numbered('new', run)}-${round}`),
);
await opened.platform.settle();
const boxes = `${PLACES.boxes}/${numbered('box', 0)}`;
await measure('deposit created', (round) => openDeposit(opened, `${boxes}/new-${run}-${round}`, false));
const deposits: string[] = [];
const IMPORTS = 5;
for (let each = 0; each <= IMPORTS; each++)
  deposits.push(await openDeposit(opened, `${boxes}/in-${run}-${each}`, true));
await opened.platform.settle();
await measure('import, until all is idle', (round) => importDeposit(opened, deposits[round] ?? ''), IMPORTS);
const [deposit = ''] = deposits;
const group = `${boxes}/in-${run}-0`;
const own: Readonly<Record<string, string>> = {
  'a deposit': `/deposits/${deposit}`,
  'history of a deposit': `/deposits/${deposit}/history`,
  'a group': `/repository/${group}?view=lightweight`,
  'history of a group': `/history/${group}`,
  'versions of a group': `/versions/${group}`,
};
for (const [name, path] of Object.entries({ ...own, ...requestsFor(Number(count)) }))
  await measure(name, () => call('GET', path));
const megabytes = process.memoryUsage().rss / MEGABYTE;
await opened.platform.stop();
const measured: MeasuredPlatform = { costs, megabytes };
process.stdout.write(`${JSON.stringify(measured)}\n`);

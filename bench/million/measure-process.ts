import { isDeepStrictEqual, inspect } from 'node:util';
import { openImportPlatform, type Servers } from '../imports/import-platform.js';
import { cpuSecondsSince, median } from '../measure.js';
import { callsOf } from './calls.js';
import { lastSegment } from './answers.js';
import { AGENT, boxPath, FAILED_GROUP, PLACES, type Counts } from './generated.js';
import type { Known } from './known.js';
import { generatedDeposits, queryOf, type KnownDeposit, type Listing } from './known-deposits.js';
import { importDeposit, openDeposit } from './record-lives.js';
import type { Request } from './request.js';
import { requestsFor } from './requests.js';
import { untilBuilt, untilCompared } from './until-built.js';

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
  /** Which requests were answered wrongly, and how. */
  readonly wrong: readonly string[];
}

const ROUNDS = 15;
/** A request that takes longer is made less often. */
const LONG_MS = 3_000;
const IMPORTS = 5;
const MEGABYTE = 1e6;

const costs: Record<string, Cost> = {};

/** Does the work once and `rounds` times more, while that does not take longer than `mostMs`. */
const measure = async (
  name: string,
  work: (round: number) => Promise<void>,
  { rounds = ROUNDS, mostMs = Infinity } = {},
): Promise<void> => {
  const elapsed: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const [begun, before] = [performance.now(), process.cpuUsage()];
    await work(round);
    elapsed.push(performance.now() - begun);
    cpu.push(cpuSecondsSince(before) * 1_000);
    if (elapsed.reduce((sum, each) => sum + each, 0) > mostMs && round > 0) break;
  }
  const [firstMs = NaN] = elapsed;
  costs[name] = { firstMs, elapsedMs: median(elapsed.slice(1)), cpuMs: median(cpu.slice(1)) };
};

const [data = '', countsText = '', servers = ''] = process.argv.slice(2);
const counts = JSON.parse(countsText) as Counts;
const opened = await openImportPlatform(data, JSON.parse(servers) as Servers | null);
const started = { elapsedMs: performance.now(), cpuMs: cpuSecondsSince({ user: 0, system: 0 }) * 1_000 };
costs['start'] = { firstMs: started.elapsedMs, ...started };
await untilBuilt(opened);
await untilCompared(opened);
const { call } = callsOf(opened.preservation);

const containers: string[] = [];
await measure('container created in the container of all', async (round) => {
  containers.push(`${PLACES.children}/new-${round}`);
  await call('PUT', `/repository/${PLACES.children}/new-${round}`);
});
await opened.platform.settle();

const waitingOf = (id: string, archivalGroupPath: string): KnownDeposit => {
  const created = Date.now();
  return { id, archivalGroupPath, createdBy: AGENT, status: 'new', created, lastModified: created, preserved: null };
};
const waiting: KnownDeposit[] = [];
await measure('deposit created', async (round) => {
  const group = `${boxPath(0)}/new-${round}`;
  waiting.push(waitingOf(await openDeposit(opened, group, false), group));
});
const withFiles: KnownDeposit[] = [];
for (let each = 0; each <= IMPORTS; each++) {
  const group = `${boxPath(0)}/in-${each}`;
  withFiles.push(waitingOf(await openDeposit(opened, group, true), group));
}
await opened.platform.settle();
const imported: KnownDeposit[] = [];
await measure(
  'import, until all is idle',
  async (round) => {
    const deposit = withFiles[round]!;
    await importDeposit(opened, deposit.id);
    const now = Date.now();
    imported.push({ ...deposit, status: 'preserved', lastModified: now, preserved: now });
  },
  { rounds: IMPORTS },
);

/** What was shown of each request's answers, which are the same each time. */
const shown = new Map<string, unknown[]>();
const [{ id, archivalGroupPath }] = imported as [KnownDeposit];
const requests = requestsFor(counts, id, archivalGroupPath);
for (const [name, request] of Object.entries(requests)) {
  const answers: unknown[] = [];
  await measure(name, async () => void answers.push(await call('GET', request.path)), { mostMs: LONG_MS });
  const different = new Map(answers.map((answer) => [JSON.stringify(request.shown(answer)), answer]));
  shown.set(name, [...different.values()].map(request.shown));
}
await measure('of the group with many deposits: a deposit created and deleted', async () => {
  await call('DELETE', `/deposits/${await openDeposit(opened, FAILED_GROUP, false)}`);
});
const megabytes = process.memoryUsage().rss / MEGABYTE;

const idsOf = async (query: Listing): Promise<readonly string[]> => {
  const { deposits } = await call<{ deposits: readonly { id: string }[] }>('GET', queryOf(query));
  return deposits.map((deposit) => lastSegment(deposit.id));
};
const deposits = [...(await generatedDeposits(counts, idsOf)), ...waiting, ...imported];
await opened.platform.stop();

const known: Known = { counts, made: { containers, waiting, imported }, deposits };
const MOST_SHOWN = 1_000;
const inText = (value: unknown): string => inspect(value, { depth: 5, breakLength: Infinity }).slice(0, MOST_SHOWN);
const wrongAnswers = ([name, request]: [string, Request]): string[] => {
  const right = request.right(known);
  return (shown.get(name) ?? [])
    .filter((each) => !isDeepStrictEqual(each, right))
    .map((each) => `${name}, ${request.path}: ${inText(each)} instead of ${inText(right)}`);
};
const wrong = Object.entries(requests).flatMap(wrongAnswers);
const measured: MeasuredPlatform = { costs, megabytes, wrong };
process.stdout.write(`${JSON.stringify(measured)}\n`);

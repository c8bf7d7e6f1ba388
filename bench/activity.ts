import { randomUUID } from 'node:crypto';
import { GROUP_ACTIVITIES, PLACEHOLDER, type GroupActivityFact } from '../events/group-activity.js';
import type { Position, Proposed } from '../events/envelope.js';
import { APPEND_LIMITS, type EventStore } from '../events/store.js';
import { timestampOf } from '../events/time.js';
import type { Ports } from '../infra/compose/stores/stores.js';
import { startTestPlatform } from '../test/support/test-platform.js';
import type { Figure } from './figure.js';
import { median, percentile, secondsOf } from './measure.js';

/** Enough for pages at any depth. */
const ACTIVITIES = Number(process.env['MUNIMENT_BENCH_ACTIVITIES'] ?? 1_000_000);
const ROUNDS = 1_000;
const PAGES = Math.ceil(ACTIVITIES / 100);
const BEGINNING = Date.UTC(2025, 0, 1);
const MOST_MS = 20;

const proposed = (fact: GroupActivityFact): Proposed => {
  const commandId = randomUUID();
  const ids = { $correlationId: commandId, $causationId: commandId, commandId };
  const actor = { agent: 'Maja Lind', source: 'user', appId: null } as const;
  const occurredAt = fact.data.endTime;
  return { ...fact, id: randomUUID(), metadata: { ...ids, actor, schema: 1, occurredAt, producer: 'bench' } };
};

/** Activity number `index`, of a log that began before this one; the first is the placeholder. */
const activity = (index: number): Proposed => {
  if (index === 0) return proposed(PLACEHOLDER);
  const [jobId, version] = [index.toString(36).padStart(12, '0'), 1 + (index % 3)];
  const data = {
    archivalGroup: `collections/letters of the ${index % 1_000}th box/item ${index}`,
    version,
    jobId,
    endTime: timestampOf(new Date(BEGINNING + index * 10)),
    source: '' as Position,
  };
  return proposed({
    type: version === 1 ? 'ArchivalGroupCreationAnnounced' : 'ArchivalGroupUpdateAnnounced',
    data,
  });
};

const fill = async (events: EventStore): Promise<void> => {
  for (let done = 0; done < ACTIVITIES; done += APPEND_LIMITS.facts) {
    const length = Math.min(APPEND_LIMITS.facts, ACTIVITIES - done);
    const facts = Array.from({ length }, (_, index) => activity(done + index));
    await events.append(GROUP_ACTIVITIES, facts, done === 0 ? 'none' : BigInt(done - 1));
  }
};

/** How long a request takes until its answer was read, in milliseconds. */
const timeOf = async (uri: string, status: number, headers: Record<string, string> = {}): Promise<number> => {
  const start = performance.now();
  const answer = await fetch(uri, { headers });
  await answer.text();
  if (answer.status !== status) throw new Error(`${uri} answered ${answer.status}`);
  return performance.now() - start;
};

/** The processor time of this process so far, which other programs cannot lengthen, in milliseconds. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** The page of a round: the last one, the first one, and others at every depth. */
const pageOf = (round: number): number => (round === 0 ? PAGES : 1 + ((round * 7_919) % PAGES));

const ofTimes = (what: string, times: readonly number[]): Figure[] => [
  { name: `${what}, median`, value: median(times) * 1_000, unit: 'µs' },
  { name: `${what}, p99`, value: percentile(times, 0.99) * 1_000, unit: 'µs', atMost: MOST_MS * 1_000 },
];

/** Requests for pages at every depth of a long activity stream, over HTTP, on the embedded platform. */
export const activityBench = async (): Promise<readonly Figure[]> => {
  let events: Ports['events'] | null = null;
  const platform = await startTestPlatform({ ports: (ports) => ((events = ports.events), ports) });
  try {
    const log = events as Ports['events'] | null;
    if (log === null) throw new Error('the platform opened no log');
    const seconds = await secondsOf(() => fill(log));
    const base = `${platform.ready.preservation}/activity/archivalgroups`;
    const uriOf = (round: number): string => `${base}/pages/${pageOf(round)}`;
    const times: Record<'page' | 'unchanged' | 'collection', number[]> = { page: [], unchanged: [], collection: [] };
    for (let round = 0; round < 50; round++) await timeOf(uriOf(round), 200);
    const worked: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = processorMs();
      times.page.push(await timeOf(uriOf(round), 200));
      worked.push(processorMs() - before);
    }
    for (let round = 0; round < ROUNDS; round++) {
      times.unchanged.push(await timeOf(uriOf(round), 304, { 'if-none-match': '*' }));
      times.collection.push(await timeOf(`${base}/collection`, 200));
    }
    const many = ACTIVITIES.toLocaleString('en');
    return [
      { name: `${many} activities: appended`, value: ACTIVITIES / seconds, unit: 'facts/s' },
      ...ofTimes(`a page of a hundred of ${many}`, times.page),
      ...ofTimes('the same, processor time of service and client', worked),
      ...ofTimes('a page that has not changed (304)', times.unchanged),
      ...ofTimes('the collection', times.collection),
    ];
  } finally {
    await platform.remove();
  }
};

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { catalogue } from '../events/catalogue.js';
import { createCodec } from '../events/codec.js';
import type { Proposed } from '../events/envelope.js';
import { APPEND_LIMITS, type EventStore } from '../events/store.js';
import { timestampOf } from '../events/time.js';
import { readHistoryPage } from '../gateways/preservation/history/history-page.js';
import { openEventStore } from '../infra/embedded/event-store/event-store.js';
import type { Figure } from './figure.js';
import { inFolder } from './in-folder.js';
import { median } from './measure.js';

const LONG = 100_000;
const SHORT = 100;
const ROUNDS = 300;
const LIMIT = 50;

const locked = (): Proposed => {
  const at = timestampOf(new Date());
  const commandId = randomUUID();
  const actor = { agent: 'Maja Lind', source: 'user', appId: null } as const;
  const ids = { $correlationId: commandId, $causationId: commandId, commandId };
  return {
    type: 'DepositLocked',
    data: { depositId: 'd', by: 'Maja Lind', at },
    id: randomUUID(),
    metadata: { ...ids, actor, schema: 1, occurredAt: at, producer: 'bench' },
  };
};

const fill = async (events: EventStore, stream: string, count: number): Promise<void> => {
  for (let done = 0; done < count; done += APPEND_LIMITS.facts) {
    const facts = Array.from({ length: Math.min(APPEND_LIMITS.facts, count - done) }, locked);
    await events.append(stream, facts, done === 0 ? 'none' : BigInt(done - 1));
  }
};

/** How long a page takes that begins at this revision, in microseconds. */
const timeOfPage = async (events: EventStore, stream: string, from: bigint): Promise<number> => {
  const start = performance.now();
  const { facts } = await readHistoryPage(events, stream, { from, limit: LIMIT });
  if (facts.length !== LIMIT) throw new Error(`a page of ${stream} has ${facts.length} entries`);
  return (performance.now() - start) * 1000;
};

/** A page of a history of 100,000 events against one of 100 events, in turns, on the embedded event store. */
export const historyBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const events = openEventStore(join(folder, 'events.sqlite'), createCodec(catalogue));
    await fill(events, 'deposit-short', SHORT);
    await fill(events, 'deposit-long', LONG);
    const times: Record<'short' | 'newest' | 'deep', number[]> = { short: [], newest: [], deep: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.short.push(await timeOfPage(events, 'deposit-short', BigInt(SHORT - 1)));
      times.newest.push(await timeOfPage(events, 'deposit-long', BigInt(LONG - 1)));
      times.deep.push(await timeOfPage(events, 'deposit-long', BigInt(LIMIT + ((round * 331) % (LONG / 2)))));
    }
    await events.close();
    const short = median(times.short);
    const against = (name: string, value: number): Figure => ({
      name,
      value,
      unit: 'µs',
      ratio: { to: 'the short one', value: value / short, atMost: 2 },
    });
    return [
      { name: `a page of ${LIMIT} of ${SHORT} events`, value: short, unit: 'µs' },
      against(`the newest page of ${LIMIT} of ${LONG.toLocaleString('en')} events`, median(times.newest)),
      against(`a deep page of ${LIMIT} of ${LONG.toLocaleString('en')} events`, median(times.deep)),
    ];
  });

import { EventStoreDBClient } from '@eventstore/db-client';
import { catalogue } from '../events/catalogue.js';
import { createCodec } from '../events/codec.js';
import { openEventStoreDb } from '../infra/eventstoredb/event-store.js';
import { nodeProcess } from '../test/support/distributed/node-process.js';
import type { Figure } from './figure.js';
import { cpuSecondsSince, median } from './measure.js';
import { fillLog } from './services/facts.js';

const FACTS = 20_000;
const ROUNDS = 5;

/** Items per second of this process's CPU time; the server is another process. */
const perProcessorSecond = async (items: AsyncIterable<unknown>): Promise<number> => {
  const begun = process.cpuUsage();
  let count = 0;
  for await (const item of items) if (item !== null) count++;
  return count / cpuSecondsSince(begun);
};

/** Reading a log from its beginning through the adapter, compared with the client alone. */
export const replayBench = async (): Promise<readonly Figure[]> => {
  const server = nodeProcess({ name: 'event store', program: 'test/support/eventstoredb/serve.js' });
  const { url } = (await server.start()) as { readonly url: string };
  const client = EventStoreDBClient.connectionString(url);
  const events = openEventStoreDb({ connectionString: url, codec: createCodec(catalogue) });
  try {
    await fillLog(events, FACTS);
    const [bare, ours]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await perProcessorSecond(client.readAll({ maxCount: FACTS * 2 })));
      ours.push(await perProcessorSecond(events.readAll()));
    }
    const to = 'the bare client';
    const unit = 'facts a second of processor time';
    const ratio = { to, value: median(ours.map((rate, round) => rate / (bare[round] ?? NaN))) };
    return [
      { name: `replay from an event store server: ${to}`, value: median(bare), unit },
      { name: 'replay from an event store server', value: median(ours), unit, ratio },
    ];
  } finally {
    await events.close();
    await client.dispose();
    await server.end('SIGKILL');
  }
};

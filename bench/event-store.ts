import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Proposed } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import { openEventStore } from '../infra/embedded/event-store/event-store.js';
import { prepareSchema } from '../infra/embedded/event-store/schema.js';
import { closeDatabase, openDatabase, transact, type Database } from '../infra/embedded/sqlite.js';
import type { Figure } from './figure.js';
import { inFolder } from './in-folder.js';
import { appendOneByOne, appends, bareAppends, codec, perSecond } from './log/durable-appends.js';
import { median } from './measure.js';

/** Inserts the same facts into the same table, each append one synced transaction: the cost of SQLite alone. */
const bareInserts = (database: Database, batches: readonly (readonly Proposed[])[]): void => {
  const stream = Math.floor(Math.random() * 2 ** 40);
  const insert = database.prepare(
    'INSERT INTO facts (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
  );
  let revision = 0;
  for (const facts of batches) {
    const rows = codec.encodeAppend(facts);
    transact(database, () => {
      for (const { id, type, data, metadata } of rows) insert.run(stream, revision++, id, type, data, metadata);
    });
  }
};

/** Measures store, bare file and bare table alternately, so that a slow disk affects all of them. */
const compared = async (
  folder: string,
  store: EventStore,
  { name, count, facts }: { name: string; count: number; facts: number },
): Promise<Figure[]> => {
  const database = openDatabase(join(folder, `${randomUUID()}.db`));
  prepareSchema(database);
  const [stored, bare, inserted]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < 5; round++) {
    const batches = appends(count, facts);
    stored.push(await perSecond(count * facts, () => appendOneByOne(store, batches)));
    bare.push(await perSecond(count * facts, () => bareAppends(join(folder, `bare-${randomUUID()}`), batches)));
    inserted.push(await perSecond(count * facts, () => bareInserts(database, batches)));
  }
  closeDatabase(database);
  const to = 'bare write and fdatasync';
  const figure = (label: string, values: readonly number[]): Figure => {
    const value = median(values);
    return { name: label, value, unit: 'facts/s', ratio: { to, value: value / median(bare) } };
  };
  return [
    figure(name, stored),
    figure(`${name}: bare inserts into SQLite`, inserted),
    { name: `${name}: ${to}`, value: median(bare), unit: 'facts/s' },
  ];
};

const waitingTogether = async (store: EventStore): Promise<Figure> => {
  const batches = appends(5000, 1);
  const value = await perSecond(batches.length, async () => {
    await Promise.all(batches.map((facts) => store.append(`bench-${randomUUID()}`, facts, 'none')));
  });
  return { name: 'single durable appends, all waiting at once', value, unit: 'facts/s' };
};

const replay = async (name: string, store: EventStore): Promise<Figure> => {
  const rounds: number[] = [];
  for (let round = 0; round < 5; round++) {
    let seen = 0;
    const start = performance.now();
    for await (const fact of store.readAll()) if (fact.revision >= 0n) seen++;
    rounds.push(seen / ((performance.now() - start) / 1000));
  }
  return { name, value: median(rounds), unit: 'facts/s' };
};

const withStore = <Result>(work: (store: EventStore, folder: string) => Promise<Result>): Promise<Result> =>
  inFolder(async (folder) => {
    await using store = openEventStore(join(folder, 'events.db'), codec);
    return await work(store, folder);
  });

const replayOf = (name: string, count: number, facts: number): Promise<Figure> =>
  withStore(async (store) => {
    for (const batch of appends(count, facts)) await store.append(`bench-${randomUUID()}`, batch, 'none');
    return replay(name, store);
  });

/** Durable appends compared with bare ones of the same bytes, and reading the whole log. */
export const eventStoreBench = async (): Promise<readonly Figure[]> =>
  withStore(async (store, folder) => [
    ...(await compared(folder, store, { name: 'durable appends of one fact', count: 1000, facts: 1 })),
    ...(await compared(folder, store, { name: 'durable appends of 100 facts', count: 100, facts: 100 })),
    await waitingTogether(store),
    await replayOf('replay of commands with 100 facts each', 1500, 100),
    await replayOf('replay of commands with 1 fact each', 50_000, 1),
  ]);

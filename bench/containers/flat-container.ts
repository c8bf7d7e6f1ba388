import { createHash, randomUUID } from 'node:crypto';
import { DatabaseSync } from '@photostructure/sqlite';
import { entryStream } from '../../commands/container/entry-stream.js';
import { createContainer } from '../../commands/processes/containers/create-container.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { dependenciesOn, emptyBytes, intentOf } from '../../test/support/command-bench.js';
import { valueOf } from '../../test/support/value-of.js';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import { median } from '../measure.js';

const codec = createCodec(catalogue);

/** The container that has the children. */
export const FLAT = 'flat';

interface Row {
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** An id that depends on its text, in the form of a fact's. */
const idOf = (text: string): string => {
  const hex = createHash('sha1').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
};

/** Writes a log in which the container has so many containers as children, as if each had been created by a request. */
export const writeFlatContainer = async (file: string, children: number): Promise<void> => {
  const events = openEventStore(file, codec);
  const dependencies = dependenciesOn(events, emptyBytes());
  for (const path of [FLAT, `${FLAT}/first`])
    valueOf(await createContainer(dependencies, intentOf('bench'), { path, displayName: null }));
  await events.close();

  const database = new DatabaseSync(file);
  const written = database
    .prepare('SELECT type, data, metadata FROM facts JOIN streams ON streams.id = facts.stream WHERE name = ?')
    .all(entryStream(`${FLAT}/first`)) as unknown as Row[];
  const last = database
    .prepare('SELECT (SELECT max(id) FROM streams) AS stream, (SELECT max(position) FROM facts) AS position')
    .get() as unknown as { stream: number; position: number };
  const stream = database.prepare("INSERT INTO streams (id, name, category) VALUES (?, ?, 'container')");
  const fact = database.prepare(
    'INSERT INTO facts (position, stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  database.exec('BEGIN');
  let { position } = last;
  for (let each = 1; each < children; each++) {
    const name = `c${each}`;
    stream.run(last.stream + each, entryStream(`${FLAT}/${name}`));
    for (const [revision, { type, data, metadata }] of written.entries()) {
      const own = data.replaceAll('first', name);
      const marked = metadata.replace(/"commandId":"[^"]*"/, `"commandId":"${idOf(`command ${name} ${revision}`)}"`);
      fact.run((position += 1), last.stream + each, revision, idOf(`${name} ${revision}`), type, own, marked);
    }
  }
  database.exec('COMMIT');
  database.close();
};

/** The seconds of the processor and of the clock that something takes. */
export interface Cost {
  readonly cpuMs: number;
  readonly elapsedMs: number;
}

const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  const [cpu, begun] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, elapsedMs: performance.now() - begun };
};

/** The middle one of each kind of cost. */
export const middle = (costs: readonly Cost[]): Cost => ({
  cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
  elapsedMs: median(costs.map(({ elapsedMs }) => elapsedMs)),
});

/** What creations cost in one process, and by how much its heap grew. */
export interface Creations {
  readonly first: Cost;
  /** The median of those after it. */
  readonly later: Cost;
  readonly heapMiB: number;
}

const LATER = 51;

/** Opens a log and creates containers in one that has children already. */
export const measureCreations = async (file: string): Promise<Creations> => {
  const before = process.memoryUsage().heapUsed;
  await using events = openEventStore(file, codec);
  const dependencies = dependenciesOn(events, emptyBytes());
  const create = (): Promise<unknown> =>
    createContainer(dependencies, intentOf('bench'), { path: `${FLAT}/${randomUUID()}`, displayName: null });
  const first = await costOf(create);
  const later: Cost[] = [];
  for (let each = 0; each < LATER; each++) later.push(await costOf(create));
  return { first, later: middle(later), heapMiB: (process.memoryUsage().heapUsed - before) / 2 ** 20 };
};

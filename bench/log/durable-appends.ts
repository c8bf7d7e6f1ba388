import { randomUUID } from 'node:crypto';
import { fdatasyncSync, writeSync, closeSync, openSync } from 'node:fs';
import { createCodec } from '../../events/codec/codec.js';
import type { Metadata, NewFact } from '../../events/envelope.js';
import { idFor } from '../../events/ids.js';
import type { EventStore } from '../../events/store.js';
import { timestampOf } from '../../events/time.js';

/** Knows the facts of these benches. */
export const codec = createCodec([{ type: 'FileRecorded', schema: 1 }]);

const metadataOf = (commandId: string): Metadata => ({
  $correlationId: randomUUID(),
  $causationId: commandId,
  commandId,
  actor: { agent: 'https://example.org/agents/archivist', source: 'token', appId: null },
  schema: 1,
  occurredAt: timestampOf(new Date()),
  producer: '0.1.0',
});

/** The facts of one command: `count` of them, about 600 bytes each. */
const proposals = (count: number): readonly NewFact[] => {
  const commandId = randomUUID();
  const metadata = metadataOf(commandId);
  return Array.from({ length: count }, (_, index) => ({
    type: 'FileRecorded',
    data: { path: `objects/letters/page-${index}.tif`, sha256: 'c0ffee'.repeat(11).slice(2), size: 4_218_334 },
    id: idFor(commandId, BigInt(index)),
    metadata,
  }));
};

/** The facts of `count` commands. */
export const appends = (count: number, facts: number): readonly (readonly NewFact[])[] =>
  Array.from({ length: count }, () => proposals(facts));

/** Runs work of `count` items, and answers how many items it does in a second. */
export const perSecond = async (count: number, run: () => Promise<void> | void): Promise<number> => {
  const start = performance.now();
  await run();
  return count / ((performance.now() - start) / 1000);
};

/** Each append after the one before it is durable. */
export const appendOneByOne = async (store: EventStore, batches: readonly (readonly NewFact[])[]): Promise<void> => {
  const stream = `bench-${randomUUID()}`;
  let revision = -1n;
  for (const facts of batches) ({ revision } = await store.append(stream, facts, revision));
};

/** Appends the same bytes, encoded by the codec, to a file that is synced after each append. */
export const bareAppends = (path: string, batches: readonly (readonly NewFact[])[]): void => {
  const file = openSync(path, 'a');
  for (const facts of batches) {
    const lines = codec
      .encodeAppend(facts)
      .map(({ id, type, data, metadata }) => `${id} ${type} ${data} ${metadata}\n`);
    writeSync(file, lines.join(''));
    fdatasyncSync(file);
  }
  closeSync(file);
};

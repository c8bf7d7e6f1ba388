import type { Places } from '../../../commands/storage/places.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import type { RecordedFact } from '../../../events/envelope.js';
import type { ByteStore, ObjectInfo } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import type { Ports } from '../../../infra/compose/stores/stores.js';
import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { openSharedRecords } from '../../../infra/embedded/shared-records.js';
import { logOf } from '../command-bench.js';
import { dependenciesOver, PLACES } from '../repository/dependencies-over.js';
import { memoryBytes } from '../s3/memory-bytes.js';

const BUCKETS = { workspace: 'workspace', repository: 'repository', staging: 'staging' } as const;

/** The stores that outlive the processes of a simulation. */
export interface World extends Ports {
  /** Removes every shared record: no process holds anything any more, and no reader has a place. */
  loseRecords(): Promise<void>;
  close(): Promise<void>;
}

const WITH_EXPORTS: Places = { ...PLACES, exports: [{ bucket: BUCKETS.workspace, prefix: 'exports/' }] };

/** What is in the log and in the buckets, to begin other worlds with. */
export interface Past {
  readonly facts: readonly RecordedFact[];
  readonly objects: readonly { readonly info: ObjectInfo; readonly bytes: Buffer }[];
}

/** What commands and workers of a world stand on. */
export const dependenciesIn = (
  ports: Pick<Ports, 'events' | 'bytes'>,
  now: () => Date = () => new Date(),
): Dependencies => dependenciesOver(ports, { places: WITH_EXPORTS, now });

/** Every object of a bucket. */
export const objectsIn = async (bytes: ByteStore, bucket: string): Promise<Past['objects']> => {
  const objects: { info: ObjectInfo; bytes: Buffer }[] = [];
  for await (const { key } of bytes.list(bucket, '')) objects.push(await readWhole(bytes, { bucket, key }));
  return objects;
};

export const pastOf = async ({ events, bytes }: World): Promise<Past> => ({
  facts: await logOf(events),
  objects: (await Promise.all(Object.values(BUCKETS).map((bucket) => objectsIn(bytes, bucket)))).flat(),
});

/** Opens a world in memory; the views of one with a past are yet to be built. */
export const openWorld = async (
  now: () => Date,
  { facts, objects }: Past = { facts: [], objects: [] },
  keepsConditions = true,
): Promise<World> => {
  const events = openEventStore(':memory:', createCodec(catalogue));
  const documents = openDocumentStore(':memory:');
  const records = openSharedRecords(':memory:');
  const { store } = memoryBytes(Object.values(BUCKETS), now, keepsConditions);
  for (const { stream, ...fact } of facts) await events.append(stream, [fact], 'any');
  for (const { info, bytes } of objects) {
    const { contentType, metadata } = info;
    await store.put(info, bytes, { metadata, ...(contentType === null ? {} : { contentType }) });
  }
  return {
    events,
    documents,
    records,
    bytes: store,
    async loseRecords() {
      await Promise.all((await records.list('')).map(({ name, tag }) => records.remove(name, tag)));
    },
    async close() {
      await events.close();
      await documents.close();
      await records.close();
    },
  };
};

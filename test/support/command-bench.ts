import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Places } from '../../commands/storage/places.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import type { Intent } from '../../commands/core/intent.js';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { timestampOf } from '../../events/time.js';
import type { ObjectStore } from '../../formats/object-store.js';
import { openEventStore, type EmbeddedEventStore } from '../../infra/embedded/event-store/event-store.js';
import { engineByteStore } from '../../infra/embedded/byte-store.js';
import { dependenciesOver } from './repository/dependencies-over.js';
import { openEngineIn } from './s3/open-engine-in.js';
import { memoryBytes } from './s3/memory-bytes.js';
import { continueProcess } from '../../commands/processes/continue-process.js';
import { keysIn } from './s3/keys-in.js';

export const WORKSPACE = 'workspace';
export const REPOSITORY = 'repository';
export const noon = new Date('2026-05-04T12:00:00.000Z');

/** An event store that lives until it is closed. */
export const memoryEvents = (): EmbeddedEventStore => openEventStore(':memory:', createCodec(catalogue));

/** The embedded object store in a folder that goes with it. */
export interface TemporaryBytes {
  readonly bytes: ObjectStore;
  readonly empty: (bucket: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const temporaryBytes = async (): Promise<TemporaryBytes> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-commands-'));
  const engine = await openEngineIn(folder);
  const bytes = engineByteStore(engine);
  return {
    bytes,
    async empty(bucket) {
      const keys = await keysIn(bytes, bucket);
      await bytes.delete(bucket, keys);
    },
    async close() {
      await engine.close();
      await rm(folder, { recursive: true });
    },
  };
};

const PLACES: Places = {
  workspaceBucket: WORKSPACE,
  exports: [],
  repository: { bucket: REPOSITORY, prefix: '' },
  staging: { bucket: WORKSPACE, prefix: 'staging/' },
};

/** What commands stand on, over any stores. */
export const dependenciesOn = (events: EventStore, bytes: ObjectStore): Dependencies =>
  dependenciesOver({ events, bytes }, { places: PLACES, now: () => noon });

/** A store in memory with nothing in its buckets. */
export const emptyBytes = (): ObjectStore => memoryBytes([WORKSPACE, REPOSITORY]).store;

/** A request of its own, unless it is told which one it is. */
export const intentOf = (agent: string, commandId: string = randomUUID(), requestSha256?: string): Intent => ({
  commandId,
  correlationId: commandId,
  actor: { agent, source: 'user', appId: null },
  at: timestampOf(noon),
  ...(requestSha256 === undefined ? {} : { requestSha256 }),
});

export const logOf = async (events: EventStore): Promise<RecordedFact[]> => {
  const facts: RecordedFact[] = [];
  for await (const fact of events.readAll()) facts.push(fact);
  return facts;
};

/** What the process manager does after a crash: follows the log from the beginning to an end that moves no more. */
export const finishEverything = async (dependencies: Dependencies): Promise<void> => {
  for (let done = 0; ;) {
    const log = await logOf(dependencies.events);
    if (log.length === done) return;
    for (const fact of log.slice(done)) await continueProcess(dependencies, fact);
    done = log.length;
  }
};

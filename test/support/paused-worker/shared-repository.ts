import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContainer } from '../../../commands/processes/containers/create-container.js';
import { readLedger, ledgerStream } from '../../../commands/archival-group/ledger-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Intent } from '../../../commands/core/intent.js';
import { submitImport } from '../../../commands/processes/imports/submit-import.js';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { timestampOf } from '../../../events/time.js';
import { readWhole } from '../../../formats/read-whole.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { openEventStoreDb } from '../../../infra/eventstoredb/event-store.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { prepareRepository } from '../../../workers/prepare-repository.js';
import { serveEventStoreDb } from '../eventstoredb/serve-process.js';
import { settingsOf, type S3Server } from '../s3/s3-server.js';
import { PLAIN_REQUEST } from '../http/import-request.js';
import { valueOf } from '../value-of.js';
import { dependenciesOver, PLACES } from '../repository/dependencies-over.js';
import { sha256Of } from '../sha256.js';
import { serveSharedRecords } from '../shared-records-server.js';
import { openEngineIn, serveEngine } from '../s3/open-engine-in.js';

/** A repository on servers that many processes share. */
export interface SharedRepository {
  readonly eventStore: string;
  readonly records: string;
  readonly objects: S3Server;
  readonly dependencies: Dependencies;
  /** Puts a text into the workspace and plans it. */
  put(op: 'add-binary' | 'patch-binary', path: string, text: string): Promise<PlannedOperation>;
  submit(path: string, operations: readonly PlannedOperation[]): Promise<ImportTask>;
  /** Whether the job has left its group's ledger. */
  isOver(task: ImportTask): Promise<boolean>;
  /** All that can be seen of a group: its ledger, and the bytes of each key of its object. */
  seen(path: string): Promise<{ readonly facts: string[]; readonly keys: ReadonlyMap<string, string> }>;
  close(): Promise<void>;
}

const intent = (): Intent => ({
  commandId: randomUUID(),
  correlationId: 'test',
  actor: { agent: 'ada', source: 'user', appId: null },
  at: timestampOf(new Date()),
});

/** Starts the servers, with a container `letters`. */
export const shareRepository = async (): Promise<SharedRepository> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-paused-'));
  const log = await serveEventStoreDb();
  const records = await serveSharedRecords();
  const engine = await openEngineIn(folder, { indexed: ['workspace', 'staging'] });
  const credentials = { accessKeyId: 'AKOWNER', secretAccessKey: 'the-secret-of-the-owner' };
  const endpoint = await serveEngine(engine, credentials);
  const objects: S3Server = { endpoint: endpoint.endpoint, region: 'us-east-1', ...credentials };
  const events = openEventStoreDb({ connectionString: log.url, codec: createCodec(catalogue) });
  const bytes = openS3ByteStore(settingsOf(objects));
  const dependencies = dependenciesOver({ events, bytes });
  await prepareRepository(dependencies);
  valueOf(await createContainer(dependencies, intent(), { path: 'letters', displayName: null }));
  return {
    eventStore: log.url,
    records: records.url,
    objects,
    dependencies,
    async put(op, path, text) {
      const origin = { bucket: PLACES.workspaceBucket, key: `uploads/${randomUUID()}` };
      const { etag } = await bytes.put(origin, Buffer.from(text));
      return { op, path, origin: { ...origin, etag }, size: Buffer.byteLength(text), sha256: sha256Of(text) };
    },
    async submit(path, operations) {
      const submission = { depositId: null, archivalGroup: path, request: PLAIN_REQUEST, operations };
      const { jobId } = valueOf(await submitImport(dependencies, intent(), submission));
      return { jobId, archivalGroup: path };
    },
    isOver: async ({ jobId, archivalGroup }) => (await readLedger(events, archivalGroup)).job?.jobId !== jobId,
    async seen(path) {
      const facts: string[] = [];
      for await (const { revision, type } of events.read(ledgerStream(path))) facts.push(`${revision} ${type}`);
      const keys = new Map<string, string>();
      for await (const { bucket, key } of bytes.list(PLACES.repository.bucket, `${objectRoot(ocflId(path))}/`))
        keys.set(key, sha256Of((await readWhole(bytes, { bucket, key })).bytes));
      return { facts, keys };
    },
    async close() {
      await events.close();
      bytes.close();
      await endpoint.close();
      await engine.close();
      await records.close();
      await log.kill();
      await rm(folder, { recursive: true });
    },
  };
};

import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContainer } from '../../../commands/processes/containers/create-container.js';
import type { Places } from '../../../commands/storage/places.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Intent } from '../../../commands/core/intent.js';
import { submitImport } from '../../../commands/processes/imports/submit-import.js';
import type { ImportRequest } from '../../../events/archival-group.js';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import type { EventStore } from '../../../events/store.js';
import { timestampOf } from '../../../events/time.js';
import { readWhole } from '../../../formats/read-whole.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { openEventStore, type EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import type { SharedRecords } from '../../../flow/shared-records.js';
import { openSharedRecords } from '../../../infra/embedded/shared-records.js';
import { engineByteStore } from '../../../infra/embedded/byte-store.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { prepareRepository } from '../../../workers/prepare-repository.js';
import type { ByteStoreUnderTest } from '../../contracts/byte-store/store-in-test.js';
import { PLAIN_REQUEST } from '../../support/http/import-request.js';
import { uploadsOf } from '../../support/s3/uploads-of.js';
import { valueOf } from '../../support/value-of.js';
import { sha256Of } from '../../support/sha256.js';
import { keysIn } from '../../support/s3/keys-in.js';
import { dependenciesOver, PLACES } from '../../support/repository/dependencies-over.js';
import { openEngineIn } from '../../support/s3/open-engine-in.js';

const places: Places = { ...PLACES, repository: { bucket: 'repository', prefix: 'root/' } };

/** The ETag that the embedded store gives to bytes. */
export const etagOf = (text: string): string => `"${createHash('md5').update(text).digest('hex')}"`;

/** What these tests are about does not depend on a disk, and waiting for one takes most of their time. */
const MEMORY = '/dev/shm';

/** An event store and an object store with a container `letters`, ready for imports. */
export interface Repository extends Pick<ByteStoreUnderTest, 'beginUpload' | 'uploads'> {
  readonly dependencies: Dependencies;
  readonly events: EmbeddedEventStore;
  readonly records: SharedRecords;
  readonly bytes: ObjectStore;
  /** The same services over other adapters. */
  over(ports: { readonly events?: EventStore; readonly bytes?: ObjectStore }): Dependencies;
  /** Puts a file into the workspace; answers its ETag. */
  upload(key: string, text: string): Promise<string>;
  /** Uploads a file and plans it. */
  put(
    op: 'add-binary' | 'patch-binary',
    path: string,
    text: string,
    rest?: Partial<PlannedOperation>,
  ): Promise<PlannedOperation>;
  /** Over the repository's own services unless others are given. */
  submit(
    path: string,
    operations: readonly PlannedOperation[],
    request?: Partial<ImportRequest>,
    over?: Dependencies,
  ): Promise<ImportTask>;
  /** Every key of the repository bucket, with its text. */
  stored(): Promise<Map<string, string>>;
  staged(): Promise<string[]>;
  close(): Promise<void>;
}

const intent = (): Intent => ({
  commandId: randomUUID(),
  correlationId: 'test',
  actor: { agent: 'ada', source: 'user', appId: null },
  at: timestampOf(new Date()),
  requestSha256: sha256Of(randomUUID()),
});

export const openRepository = async (): Promise<Repository> => {
  const folder = await mkdtemp(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'muniment-import-'));
  const events = openEventStore(':memory:', createCodec(catalogue));
  const records = openSharedRecords(':memory:');
  const engine = await openEngineIn(folder, { indexed: ['workspace', 'staging'] });
  const bytes = engineByteStore(engine);
  const over: Repository['over'] = (ports) => dependenciesOver({ events, bytes, ...ports }, { places });
  const dependencies = over({});
  await prepareRepository(dependencies);
  valueOf(await createContainer(dependencies, intent(), { path: 'letters', displayName: 'Letters' }));
  const upload: Repository['upload'] = async (key, text) =>
    (await bytes.put({ bucket: 'workspace', key }, Buffer.from(text))).etag;
  return {
    dependencies,
    events,
    records,
    bytes,
    ...uploadsOf(engine),
    over,
    upload,
    async put(op, path, text, rest = {}) {
      const key = `deposits/d1/${path}`;
      const etag = await upload(key, text);
      const origin = { bucket: 'workspace', key, etag };
      return { op, path, origin, size: Buffer.byteLength(text), sha256: sha256Of(text), ...rest };
    },
    async submit(path, operations, request = {}, through = dependencies) {
      const { jobId } = valueOf(
        await submitImport(through, intent(), {
          depositId: null,
          archivalGroup: path,
          request: { ...PLAIN_REQUEST, ...request },
          operations,
        }),
      );
      return { jobId, archivalGroup: path };
    },
    async stored() {
      const found = new Map<string, string>();
      for await (const { bucket, key } of bytes.list('repository', ''))
        found.set(key, (await readWhole(bytes, { bucket, key })).bytes.toString());
      return found;
    },
    async staged() {
      return keysIn(bytes, 'staging');
    },
    async close() {
      await events.close();
      await records.close();
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

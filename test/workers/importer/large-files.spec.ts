import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { readImportJob, importJobStream } from '../../../commands/import-job/import-job-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { ImportJobFact } from '../../../events/import-job.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { importsOver, type ImportsOver } from '../../services/s3/import-over.js';
import { openS3Harness, owner, type S3Harness } from '../../support/s3/s3-harness.js';
import { importOnce, outcomeOf } from '../support/import-once.js';
import { openVirtualTime, type Life, type VirtualTime } from '../../support/scheduling/virtual-time.js';
import { sha256Of } from '../support/repository.js';

const MiB = 1024 ** 2;
const GROUP = 'letters/1911';

describe('an import of a file that is too large for one copy', () => {
  const bytes = randomBytes(11 * MiB);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  let harness: S3Harness;
  let store: ObjectStore & { close(): void };
  let imports: ImportsOver;
  let before: readonly string[];
  let isFull: boolean;
  beforeEach(async () => {
    isFull = false;
    const putPart: (engine: ObjectEngine) => ObjectEngine['putPart'] = (engine) => async (upload, number, staged) => {
      if (!isFull || number < 3) return engine.putPart(upload, number, staged);
      await staged.discard();
      throw new ByteStoreFault('store-full', 'no room');
    };
    harness = await openS3Harness({ wrap: (engine) => ({ ...engine, putPart: putPart(engine) }) });
    const address = { endpoint: harness.endpoint, region: 'us-east-1', credentials: owner, forcePathStyle: true };
    store = openS3ByteStore({ ...address, singleCopyLimit: 5 * MiB, copyPartSize: 5 * MiB });
    imports = await importsOver(store, 'workspace', 'repository');
    before = await keysOf('repository');
  });
  afterEach(async () => {
    await imports.close();
    store.close();
    await harness.close();
  });

  const keysOf = async (bucket: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of store.list(bucket, '')) keys.push(key);
    return keys;
  };
  const expectNothingLeft = async (): Promise<void> => {
    expect(await keysOf('repository')).to.deep.equal(before);
    expect(await keysOf('workspace')).to.deep.equal([`deposits/${GROUP}/film`]);
    expect(await harness.engine.uploads('repository', '')).to.deep.equal([]);
  };
  const factsOf = async ({ jobId }: ImportTask): Promise<ImportJobFact[]> => {
    const facts: ImportJobFact[] = [];
    for await (const fact of imports.dependencies.events.read<ImportJobFact>(importJobStream(jobId))) facts.push(fact);
    return facts;
  };

  it('has it copied in parts, and verified', async () => {
    const task = await imports.submitFile(GROUP, 'film', bytes);
    await importOnce(imports.dependencies, task);
    expect(await outcomeOf(imports.dependencies, task)).to.equal(1);
    const [key = ''] = (await keysOf('repository')).filter((each) => each.endsWith('/v1/content/film'));
    const stored = await readWhole(store, { bucket: 'repository', key });
    expect(stored.info.etag).to.match(/-3"$/);
    expect(stored.bytes.equals(bytes)).to.equal(true);
    expect(await harness.engine.uploads('repository', '')).to.deep.equal([]);
  });

  it('fails where its digest is wrong, and leaves nothing', async () => {
    const task = await imports.submitFile(GROUP, 'film', bytes, { sha256: sha256Of('another film') });
    await importOnce(imports.dependencies, task);
    expect(await outcomeOf(imports.dependencies, task)).to.equal(
      `Checksum mismatch for binary ${GROUP}/film: expected ${sha256Of('another film')}, found ${sha256}`,
    );
    await expectNothingLeft();
  });

  it('fails where a part of it cannot be copied, and leaves nothing, no part of an upload either', async () => {
    const task = await imports.submitFile(GROUP, 'film', bytes);
    isFull = true;
    await importOnce(imports.dependencies, task);
    expect((await readImportJob(imports.dependencies.events, task.jobId))?.status).to.equal('completedWithErrors');
    await expectNothingLeft();
  });

  describe('while it is copied', () => {
    let time: VirtualTime;
    const life: Life = { name: 'a worker', state: 'running' };
    beforeEach(() => (time = openVirtualTime(1)));
    afterEach(() => time.end());

    it('shows that it moves with every part, where that is seldom', async () => {
      const task = await imports.submitFile(GROUP, 'film', bytes);
      let seconds = Date.UTC(1911, 4, 12) / 1_000;
      let parts = 0;
      const seldom: ObjectStore = {
        ...store,
        copy: (from, to, options) => {
          const onMoved = (): void => {
            if (parts++ < 3) time.leap(10_000);
            options?.onMoved?.();
          };
          return store.copy(from, to, { ...options, onMoved });
        },
      };
      const dependencies: Dependencies = {
        ...imports.dependencies,
        bytes: seldom,
        now: () => new Date(Date.UTC(2100, 0, 1, 0, 0, seconds++)), // after the fact of the request
      };
      await time.run(life, () => importOnce(dependencies, task));
      const facts = await factsOf(task);
      expect(facts.map(({ type }) => type)).to.deep.equal([
        'ImportJobQueued',
        'ImportJobStarted',
        ...Array.from({ length: 3 }, () => 'ImportJobProgressed'),
        'ImportJobCompleted',
      ]);
      const moments = facts.slice(1).map(({ data }) => data.at);
      expect(moments).to.deep.equal([...new Set(moments)].sort());
    });
  });
});

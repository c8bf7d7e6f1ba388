import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { readImportJob, importJobStream } from '../../../commands/import-job/import-job-stream.js';
import type { ImportJobFact } from '../../../events/import-job.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import type { JobProgress } from '../../../workers/presence/running-jobs.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { importsOver, type ImportsOver } from '../../services/s3/import-over.js';
import { openS3Harness, owner, type S3Harness } from '../../support/s3/s3-harness.js';
import { importOnce, outcomeOf } from '../support/import-once.js';
import { sha256Of } from '../../support/sha256.js';
import { keysIn } from '../../support/s3/keys-in.js';

const MiB = 1024 ** 2;
const GROUP = 'letters/1911';

describe('an import of a file that is too large for one copy', () => {
  const bytes = randomBytes(11 * MiB);
  const sha256 = sha256Of(bytes);
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
    return keysIn(store, bucket);
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

  it('tells with every part how far it is, without a fact for it', async () => {
    const task = await imports.submitFile(GROUP, 'film', bytes);
    const told: JobProgress[] = [];
    await importOnce(imports.dependencies, task, 'worker', new AbortController().signal, (sofar) => told.push(sofar));
    expect(told.map(({ step }) => step).filter((step, index, all) => step !== all[index - 1])).to.deep.equal([
      ...['prepare', 'copy', 'publish'],
    ]);
    const copying = told.filter(({ step }) => step === 'copy');
    const size = { ofFiles: 1, ofBytes: bytes.length };
    expect(copying[0]).to.include({ files: 0, bytes: 0, ...size });
    const sofar = copying.map((each) => each.bytes ?? 0);
    expect(sofar.filter((each) => each > 0 && each < bytes.length)).not.to.be.empty;
    expect(sofar).to.deep.equal(sofar.toSorted((one, other) => one - other));
    expect(copying.at(-1)).to.include({ files: 1, bytes: bytes.length, ...size });
    expect((await factsOf(task)).map(({ type }) => type)).to.deep.equal([
      ...['ImportJobQueued', 'ImportJobStarted', 'ImportJobCompleted'],
    ]);
  });
});

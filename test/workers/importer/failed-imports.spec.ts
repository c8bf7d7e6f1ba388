import { expect } from 'chai';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { readImportJob } from '../../../commands/import-job/import-job-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { ImportFailure } from '../../../events/archival-group.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { ByteStoreFault, type ByteStoreFaultCode } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { sweeper } from '../../../workers/importer/sweeper.js';
import { faulty, type PortCall } from '../../support/faults/faulty.js';
import { importOnce } from '../support/import-once.js';
import { identityOf, silent } from '../support/log-of-facts.js';
import { etagOf, openRepository } from '../support/repository.js';
import { openedForEach } from '../../support/platform/opened.js';
import { sha256Of } from '../../support/sha256.js';

const GROUP = 'letters/1911';

describe('an import that cannot finish', () => {
  const repository = openedForEach(openRepository);
  let before: Map<string, string>;
  beforeEach(async () => {
    const task = await submit([await put('there', 'there')]);
    await importOnce(repository.dependencies, task);
    before = await repository.stored();
  });

  const put = (path: string, text: string, rest?: Partial<PlannedOperation>): Promise<PlannedOperation> =>
    repository.put('add-binary', path, text, rest);
  /** As a job that somebody has written by hand: without what the store could tell of the origin. */
  const open = ({ origin, ...rest }: PlannedOperation): PlannedOperation => ({
    ...rest,
    origin: { bucket: origin!.bucket, key: origin!.key },
  });
  const submit = (operations: readonly PlannedOperation[]): Promise<ImportTask> => repository.submit(GROUP, operations);
  const run = async (task: ImportTask, dependencies: Dependencies = repository.dependencies): Promise<void> =>
    importOnce(dependencies, task).catch(() => undefined);

  const errorsOf = async ({ jobId }: ImportTask): Promise<readonly ImportFailure[]> => {
    const job = await readImportJob(repository.events, jobId);
    return job?.status === 'completedWithErrors' ? job.errors : [];
  };
  const expectNothingLeft = async (): Promise<void> => {
    expect([...(await repository.stored())]).to.deep.equal([...before]);
    expect(await repository.staged()).to.deep.equal([]);
    const { versions, job } = await readLedger(repository.events, GROUP);
    expect([versions.length, job]).to.deep.equal([1, null]);
  };
  /** The store, with calls that are refused. */
  const refusing = (code: ByteStoreFaultCode, isRefused: (call: PortCall) => boolean): Dependencies => {
    const bytes = faulty(repository.bytes, (call, moment) => {
      if (moment === 'before' && isRefused(call)) throw new ByteStoreFault(code, 'a text that nobody should see');
    });
    return repository.over({ bytes });
  };

  const badFiles = async (): Promise<PlannedOperation[]> => {
    const planned = [
      await put('z wrong digest', 'alpha', { sha256: sha256Of('other') }),
      await put('a fine', 'beta'),
      await put('gone', 'gamma'),
      await put('changed', 'delta'),
      await put('m wrong size', 'epsilon', { size: 8 }),
      await put('copy of what is there', 'there'),
      await put('wrong digest of what is there', 'not there', { sha256: sha256Of('there') }),
    ];
    await repository.bytes.delete('workspace', ['deposits/d1/gone']);
    await repository.upload('deposits/d1/changed', 'delta, edited');
    return planned;
  };
  const wrong = (path: string, message: string): ImportFailure => ({ path: `${GROUP}/${path}`, message });
  const MISMATCH = 'Checksum mismatch for binary letters/1911';

  it('reports every wrong file, in the order of their paths, with what was expected and what was found', async () => {
    const task = await submit(await badFiles());
    await run(task);
    expect(await errorsOf(task)).to.deep.equal([
      wrong(
        'changed',
        'The origin s3://workspace/deposits/d1/changed of letters/1911/changed changed after the job was made: ' +
          `expected ETag ${etagOf('delta')}, found ${etagOf('delta, edited')}`,
      ),
      wrong('gone', 'Unable to read origin s3://workspace/deposits/d1/gone'),
      wrong('m wrong size', 'Size mismatch for binary letters/1911/m wrong size: expected 8 bytes, found 7'),
      wrong(
        'wrong digest of what is there',
        `${MISMATCH}/wrong digest of what is there: expected ${sha256Of('there')}, found ${sha256Of('not there')}`,
      ),
      wrong('z wrong digest', `${MISMATCH}/z wrong digest: expected ${sha256Of('other')}, found ${sha256Of('alpha')}`),
    ]);
    await expectNothingLeft();
  });

  it('reports them before anything is copied where the plan lacks values of the origins', async () => {
    const task = await submit((await badFiles()).map(open));
    let copies = 0;
    await run(
      task,
      refusing('store-denied', ({ method }) => method === 'copy' && ++copies > 0),
    );
    expect((await errorsOf(task)).map(({ path }) => path)).to.deep.equal([
      `${GROUP}/changed`,
      `${GROUP}/gone`,
      `${GROUP}/m wrong size`,
      `${GROUP}/wrong digest of what is there`,
      `${GROUP}/z wrong digest`,
    ]);
    expect(copies).to.equal(0);
    await expectNothingLeft();
  });

  it('builds on no state file that is not as it was written', async () => {
    const [key = ''] = [...(await repository.stored()).keys()].filter((each) => each.endsWith('state.ndjson'));
    const at = { bucket: 'repository', key };
    const { bytes } = await readWhole(repository.bytes, at);
    await repository.bytes.put(at, Buffer.from(bytes.toString().replace('"size":5', '"size":6')));
    before = await repository.stored();
    const task = await submit([await put('new', 'new')]);
    await run(task);
    expect(await errorsOf(task)).to.deep.equal([
      { path: null, message: 'The state file of v1 is not as it was written.' },
    ]);
    await expectNothingLeft();
  });

  it('copies no more once a file is wrong', async () => {
    const fine: PlannedOperation[] = [];
    for (let index = 0; index < 500; index++) fine.push(await put(`fine ${index}`, `fine ${index}`));
    const first = await put('a wrong file', 'alpha', { sha256: sha256Of('other') }); // in the order of copying
    const task = await submit([...fine, first]);
    let copies = 0;
    const bytes = faulty(repository.bytes, ({ method }, moment) => {
      if (method === 'copy' && moment === 'before') copies++;
    });
    await run(task, repository.over({ bytes }));
    expect(await errorsOf(task)).to.have.length(1);
    expect(copies).to.be.below(500);
    await expectNothingLeft();
  });

  it('reports fifty files and that there are more', async () => {
    const planned: PlannedOperation[] = [];
    const origin = { bucket: 'workspace', key: 'deposits/d1/nowhere' };
    for (let index = 100; index < 300; index++) planned.push(await put(`file ${index}`, '', { origin }));
    const task = await submit(planned);
    await run(task);
    const errors = await errorsOf(task);
    expect(errors).to.have.length(51);
    expect(errors[0]).to.deep.equal(wrong('file 100', 'Unable to read origin s3://workspace/deposits/d1/nowhere'));
    expect(errors[50]).to.deep.equal({
      path: null,
      message: 'More than 50 files are wrong; those that are not named here may be wrong as well.',
    });
    await expectNothingLeft();
  });

  describe('since the store refuses for good, says so in its own words', () => {
    const isPutOf = (name: string) => (call: PortCall) =>
      call.method === 'put' && (call.args[0] as { readonly key: string }).key.endsWith(name);
    const isCopy = ({ method }: PortCall): boolean => method === 'copy';
    const FULL = 'There is no room left in the repository.';
    const DENIED = 'The object store denies the platform access to its own buckets.';
    const cases: readonly [string, ByteStoreFaultCode, (call: PortCall) => boolean, string | null, string][] = [
      ['full, at a copy', 'store-full', isCopy, null, FULL],
      ['full, at the state file', 'store-full', isPutOf('state.ndjson'), null, FULL],
      ['full, at the inventory', 'store-full', isPutOf('inventory.json'), null, FULL],
      ['denied, at a copy', 'store-denied', isCopy, null, DENIED],
      ['denied, at the inventory', 'store-denied', isPutOf('inventory.json'), null, DENIED],
      [
        'without a bucket',
        'bucket-not-found',
        isPutOf('inventory.json'),
        null,
        'A bucket of the platform is not there.',
      ],
      [
        'refusing the key of a file',
        'key-refused',
        isCopy,
        `${GROUP}/new`,
        'The object store of the repository refuses the key for the bytes of letters/1911/new',
      ],
      [
        'refusing the key of the state file',
        'key-refused',
        isPutOf('state.ndjson'),
        null,
        'The object store of the repository refuses a key of the new version.',
      ],
    ];
    for (const [title, code, isRefused, path, message] of cases) {
      it(title, async () => {
        const task = await submit([await put('new', 'new')]);
        await run(task, refusing(code, isRefused));
        expect(await errorsOf(task)).to.deep.equal([{ path, message }]);
        await expectNothingLeft();
      });
    }

    it('full, when the job had noted what its origins are', async () => {
      const task = await submit([open(await put('new', 'new'))]);
      await run(task, refusing('store-full', isCopy));
      expect(await errorsOf(task)).to.deep.equal([{ path: null, message: FULL }]);
      await expectNothingLeft();
    });

    it('denied, at the origin', async () => {
      const task = await submit([await put('new', 'new')]);
      const atOrigin = ({ method, args }: PortCall): boolean =>
        method === 'copy' || (method === 'head' && (args[0] as { readonly bucket: string }).bucket === 'workspace');
      await run(task, refusing('store-denied', atOrigin));
      expect(await errorsOf(task)).to.deep.equal([
        wrong('new', 'Unable to read origin s3://workspace/deposits/d1/new'),
      ]);
      await expectNothingLeft();
    });

    it('even to remove what was written, which the sweeper does as soon as it may', async () => {
      const planned = [await put('new', 'new'), await put('wrong', 'alpha', { sha256: sha256Of('other') })];
      const task = await submit(planned);
      await run(
        task,
        refusing('store-denied', ({ method }) => method === 'delete'),
      );
      expect((await errorsOf(task)).map(({ path }) => path)).to.deep.equal([`${GROUP}/wrong`]);
      expect((await repository.stored()).size).to.be.above(before.size);
      const { dependencies, records } = repository;
      const follower = await sweeper({ dependencies, records, identity: identityOf('sweeper'), log: silent });
      await follower.reached((await dependencies.events.head())!);
      await follower.stop();
      await expectNothingLeft();
    });
  });
});

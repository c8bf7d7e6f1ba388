import { expect } from 'chai';
import type { Deposit } from '../../../commands/deposit/state.js';
import type { ObjectInfo } from '../../../formats/bytes.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import {
  archive,
  newDeposit,
  openBench,
  preservedDeposit,
  upload,
  workspace,
  type ArchiveBench,
} from './archive-bench.js';
import { FILES, failedDeposit, pathsOf, stateOf } from './deposits-to-archive.js';
import { keysIn } from '../../support/s3/keys-in.js';

const BAG = { 'data/objects/a.txt': 'one', 'data/objects/b/ä #1 100%.txt': 'two' };

describe('archiving a deposit', () => {
  let bench: ArchiveBench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.world.close());

  it('removes all objects and metadata, and keeps the METS', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    expect(await archive(bench.dependencies, deposit.depositId)).to.deep.equal([]);
    expect(await pathsOf(bench, deposit)).to.deep.equal(['archived.txt', 'mets.xml']);
    const { status, archived, archiveJob } = await stateOf(bench, deposit);
    expect(status).to.equal('archived');
    expect(archived).to.be.a('string');
    expect(archiveJob).to.include({ status: 'completed' });
  });

  it('of a bag removes what is in data/, and keeps its tag files', async () => {
    const deposit = await preservedDeposit(bench, { template: 'BagIt', files: BAG });
    await upload(bench, deposit, {
      'bagit.txt': 'BagIt-Version: 1.0\n',
      'bag-info.txt': 'x',
      'objects/beside.txt': 'y',
    });
    expect(await archive(bench.dependencies, deposit.depositId)).to.deep.equal([]);
    expect(await pathsOf(bench, deposit)).to.deep.equal([
      'archived.txt',
      'bag-info.txt',
      'bagit.txt',
      'data/',
      'data/mets.xml',
      'objects/beside.txt',
    ]);
  });

  it('touches nothing of a neighbour, whose id begins alike', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    const { bucket } = deposit.files;
    const neighbours = ['x/objects/a.txt', '2/metadata/b.txt', '/../x/objects/c.txt'].map(
      (rest) => `deposits/${deposit.depositId}${rest}`,
    );
    const others = [...neighbours.slice(0, 2), 'objects/a.txt', 'metadata/a.txt', 'deposits/objects/a.txt'];
    for (const key of others) await bench.world.bytes.put({ bucket, key }, Buffer.from('other'));
    const before = await workspace(bench);
    await archive(bench.dependencies, deposit.depositId);
    const after = await workspace(bench);
    const gone = [...before.keys()].filter((key) => !after.has(key));
    expect(gone.length).to.be.greaterThan(3);
    for (const key of gone) expect(key).to.match(new RegExp(`^deposits/${deposit.depositId}/(objects|metadata)/`));
    for (const key of others) expect(after.get(key)).to.equal('other');
  });

  it('deletes nothing in the repository', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    const repository = async (): Promise<string[]> => {
      return keysIn(bench.world.bytes, bench.dependencies.places.repository.bucket);
    };
    const before = await repository();
    await archive(bench.dependencies, deposit.depositId);
    expect(await repository()).to.deep.equal(before);
  });

  it('succeeds where there is nothing to remove', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    const { bucket, prefix } = deposit.files;
    for (const path of await pathsOf(bench, deposit))
      if (path !== 'mets.xml') await bench.world.bytes.delete(bucket, [prefix + path]);
    expect(await archive(bench.dependencies, deposit.depositId)).to.deep.equal([]);
    expect(await stateOf(bench, deposit)).to.include({ status: 'archived' });
  });

  it('reads files of which the store has no digest', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    const dependencies = withoutDigests(bench);
    expect(await archive(dependencies, deposit.depositId)).to.deep.equal([]);
    expect(await pathsOf(bench, deposit)).to.deep.equal(['archived.txt', 'mets.xml']);
  });

  it('of a deposit in error is done where the newest version has its files', async () => {
    await preservedDeposit(bench, { files: FILES });
    const deposit = await failedDeposit(bench);
    const { bucket, prefix } = deposit.files;
    await bench.world.bytes.delete(bucket, [`${prefix}objects/new.txt`]);
    await copyMets(bench, deposit);
    expect(await archive(bench.dependencies, deposit.depositId)).to.deep.equal([]);
    expect(await stateOf(bench, deposit)).to.include({ status: 'archived' });
  });
});

/** The METS of a deposit with FILES alone. */
const copyMets = async (bench: ArchiveBench, { files }: Deposit): Promise<void> => {
  const other = await newDeposit(bench, { group: null, files: FILES });
  const from = { bucket: other.files.bucket, key: `${other.files.prefix}mets.xml` };
  await bench.world.bytes.copy(from, { bucket: files.bucket, key: `${files.prefix}mets.xml` });
};

/** The same stores, but of no file in a workspace is a digest known. */
const withoutDigests = ({ world, dependencies }: ArchiveBench): ArchiveBench['dependencies'] => {
  const { workspaceBucket } = dependencies.places;
  const bytes: ObjectStore = Object.create(world.bytes, {
    head: {
      value: async (at: ObjectInfo) => {
        const info = await world.bytes.head(at);
        return info === null || at.bucket !== workspaceBucket ? info : { ...info, sha256: null };
      },
    },
  }) as ObjectStore;
  return { ...dependencies, bytes };
};

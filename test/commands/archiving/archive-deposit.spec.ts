import { expect } from 'chai';
import { deleteDeposit } from '../../../commands/processes/delete-deposit.js';
import { lockDeposit } from '../../../commands/processes/lock-deposit.js';
import { readDeposit } from '../../../commands/reads/read-deposit.js';
import { readHeadOfGroup } from '../../../commands/reads/read-group.js';
import { objectPlaceOf } from '../../../commands/reads/read-group.js';
import { describeDeposit } from '../../../commands/processes/describe-deposit.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import type { ObjectInfo } from '../../../formats/bytes.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { valueOf } from '../../support/value-of.js';
import {
  archive,
  asked,
  factsOf,
  GROUP,
  importIt,
  newDeposit,
  openBench,
  preservedDeposit,
  upload,
  workspace,
  type ArchiveBench,
} from './archive-bench.js';

const FILES = { 'objects/a.txt': 'one', 'objects/b/ä #1 100%.txt': 'two', 'objects/📜 letter.txt': 'three' };
const BAG = { 'data/objects/a.txt': 'one', 'data/objects/b/ä #1 100%.txt': 'two' };

describe('archiving a deposit', function () {
  this.timeout(60_000);
  let bench: ArchiveBench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.world.close());
  const state = async ({ depositId }: Deposit): Promise<Deposit> =>
    (await readDeposit(bench.dependencies.events, depositId))!;
  const paths = async ({ files }: Deposit): Promise<string[]> =>
    [...(await workspace(bench, files.prefix)).keys()].map((key) => key.slice(files.prefix.length));

  it('removes all objects and metadata, and keeps the METS', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    expect(await archive(bench.dependencies, deposit.depositId)).to.deep.equal([]);
    expect(await paths(deposit)).to.deep.equal(['archived.txt', 'mets.xml']);
    const { status, archived, archiveJob } = await state(deposit);
    expect(status).to.equal('archived');
    expect(archived).to.be.a('string');
    expect(archiveJob).to.include({ status: 'completed' });
  });

  it('writes when it was archived, as plain text', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    await archive(bench.dependencies, deposit.depositId);
    const at = { bucket: deposit.files.bucket, key: `${deposit.files.prefix}archived.txt` };
    expect((await bench.world.bytes.head(at))?.contentType).to.equal('text/plain');
    expect((await workspace(bench, at.key)).get(at.key)).to.match(/^2026-03-01T\d\d:\d\d:\d\d\.\d{7}Z\n$/);
  });

  it('of a bag removes what is in data/, and keeps its tag files', async () => {
    const deposit = await preservedDeposit(bench, { template: 'BagIt', files: BAG });
    await upload(bench, deposit, {
      'bagit.txt': 'BagIt-Version: 1.0\n',
      'bag-info.txt': 'x',
      'objects/beside.txt': 'y',
    });
    expect(await archive(bench.dependencies, deposit.depositId)).to.deep.equal([]);
    expect(await paths(deposit)).to.deep.equal([
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
      const keys: string[] = [];
      for await (const { key } of bench.world.bytes.list(bench.dependencies.places.repository.bucket, ''))
        keys.push(key);
      return keys;
    };
    const before = await repository();
    await archive(bench.dependencies, deposit.depositId);
    expect(await repository()).to.deep.equal(before);
  });

  it('releases the lock, and leaves the time of the last modification', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    valueOf(
      await lockDeposit(bench.dependencies, asked(bench.dependencies), { depositId: deposit.depositId, force: false }),
    );
    const { lastModified, lastModifiedBy } = await state(deposit);
    await archive(bench.dependencies, deposit.depositId);
    const { lock, ...after } = await state(deposit);
    expect(lock).to.equal(null);
    expect(after).to.include({ lastModified, lastModifiedBy });
  });

  it('records which version has what it removed', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    await archive(bench.dependencies, deposit.depositId);
    const facts = await factsOf(bench.dependencies, deposit.depositId);
    expect(facts.slice(-3).map(({ type }) => type)).to.deep.equal([
      'DepositArchivingBegun',
      'DepositArchivingVerified',
      'DepositArchived',
    ]);
    expect(facts.at(-2)?.data).to.include({ archivalGroup: GROUP, version: 'v1', files: 3, bytes: 11 });
    expect(facts.at(-1)?.data).to.include({ removed: 3 });
  });

  it('succeeds where there is nothing to remove', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    const { bucket, prefix } = deposit.files;
    for (const path of await paths(deposit))
      if (path !== 'mets.xml') await bench.world.bytes.delete(bucket, [prefix + path]);
    expect(await archive(bench.dependencies, deposit.depositId)).to.deep.equal([]);
    expect(await state(deposit)).to.include({ status: 'archived' });
  });

  it('reads files of which the store has no digest', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    const dependencies = withoutDigests(bench);
    expect(await archive(dependencies, deposit.depositId)).to.deep.equal([]);
    expect(await paths(deposit)).to.deep.equal(['archived.txt', 'mets.xml']);
  });

  it('of a deposit in error is done where the newest version has its files', async () => {
    await preservedDeposit(bench, { files: FILES });
    const deposit = await failedDeposit(bench);
    const { bucket, prefix } = deposit.files;
    await bench.world.bytes.delete(bucket, [`${prefix}objects/new.txt`]);
    await copyMets(bench, deposit);
    expect(await archive(bench.dependencies, deposit.depositId)).to.deep.equal([]);
    expect(await state(deposit)).to.include({ status: 'archived' });
  });

  const removesNothing = async (deposit: Deposit, dependencies = bench.dependencies): Promise<readonly string[]> => {
    const before = await workspace(bench, 'deposits/');
    const reasons = await archive(dependencies, deposit.depositId);
    expect(reasons).to.not.deep.equal([]);
    expect(await workspace(bench, 'deposits/')).to.deep.equal(before);
    expect((await state(deposit)).status).to.not.equal('archived');
    return reasons;
  };

  describe('removes nothing', () => {
    const rows: readonly [string, (bench: ArchiveBench, deposit: Deposit) => Promise<void>, RegExp][] = [
      [
        'where a file was added since',
        (on, deposit) => upload(on, deposit, { 'objects/late.txt': 'late' }),
        /^objects\/late.txt: The file is not in v1\./,
      ],
      [
        'where a file was added to the metadata',
        (on, deposit) => upload(on, deposit, { 'metadata/ad-hoc/note.txt': 'n' }),
        /^metadata\/ad-hoc\/note.txt: The file is not in v1\./,
      ],
      [
        'where a file was replaced since',
        (on, deposit) => upload(on, deposit, { 'objects/a.txt': 'eno' }),
        /^objects\/a.txt: The file is another one than in v1\./,
      ],
      [
        'where a preserved file was copied to another name',
        (on, deposit) => upload(on, deposit, { 'objects/copy.txt': 'one' }),
        /^objects\/copy.txt: The file is not in v1\./,
      ],
      [
        'where the marker of a folder has bytes',
        (on, deposit) => upload(on, deposit, { 'objects/x/': 'bytes' }),
        /^objects\/x\/: The file is not in v1\./,
      ],
      [
        'where archived.txt is somebody else’s',
        (on, deposit) => upload(on, deposit, { 'archived.txt': 'my notes' }),
        /^archived.txt: A file of this name/,
      ],
      [
        'where the METS is gone',
        (on, { files }) => on.world.bytes.delete(files.bucket, [`${files.prefix}mets.xml`]),
        /^-: The deposit has no METS\./,
      ],
      ['where the METS cannot be read', (on, deposit) => upload(on, deposit, { 'mets.xml': '<mets' }), /^mets.xml: /],
      [
        'where the METS has a file more',
        (on, deposit) => addedToMets(on, deposit),
        /^objects\/more.txt: The METS has this file, and v1 has not\./,
      ],
      [
        'where the content is gone from the object',
        (on) => spoil(on, 'content/objects/a.txt', null),
        /^objects\/a.txt: The repository does not hold/,
      ],
      [
        'where the content in the object has another length',
        (on) => spoil(on, 'content/objects/a.txt', 'o'),
        /^objects\/a.txt: The content in the repository has 1 bytes/,
      ],
      [
        'where the content in the object is another',
        (on) => spoil(on, 'content/objects/a.txt', 'eno'),
        /^objects\/a.txt: The content in the repository has another digest/,
      ],
      ['where the root inventory is gone', (on) => spoil(on, '/inventory.json', null, ''), /^-: /],
      ['where the root inventory is damaged', (on) => spoil(on, '/inventory.json', '{', ''), /^-: /],
      [
        'where the inventory of the version is gone',
        (on) => spoil(on, 'inventory.json', null),
        /^-: The inventory of v1 of letters\/1911 is not the one that was recorded\./,
      ],
      [
        'where the inventory of the version is another',
        (on) => spoil(on, 'inventory.json', '{}'),
        /^-: The OCFL object of letters\/1911 is not as it was recorded: the inventory of v1 is another one\./,
      ],
    ];
    for (const [what, change, reason] of rows)
      it(what, async () => {
        const deposit = await preservedDeposit(bench, { files: FILES });
        await change(bench, deposit);
        expect((await removesNothing(deposit)).join('\n')).to.match(reason);
      });

    it('of a deposit in error with a file that no version has', async () => {
      await preservedDeposit(bench, { files: FILES });
      const deposit = await failedDeposit(bench);
      expect((await removesNothing(deposit)).join('\n')).to.match(
        /objects\/new.txt: The (METS has this file|file is not in v1)/,
      );
    });

    it('of a deposit in error whose group has no version', async () => {
      const deposit = await newDeposit(bench, { files: FILES });
      await failImport(bench, deposit, 'objects/a.txt', 'one');
      expect((await removesNothing(deposit)).join('\n')).to.contain(
        'letters/1911 has no version that the deposit can be compared with.',
      );
    });

    it('of a preserved deposit that was moved to another group', async () => {
      const deposit = await preservedDeposit(bench, { files: FILES });
      await preservedDeposit(bench, { files: FILES, group: 'letters/1912' });
      const { depositId } = deposit;
      valueOf(
        await describeDeposit(bench.dependencies, asked(bench.dependencies), {
          depositId,
          archivalGroup: 'letters/1912',
        }),
      );
      expect((await removesNothing(deposit)).join('\n')).to.contain('letters/1912 has no version that');
    });

    it('that was replaced after it was compared', async () => {
      const deposit = await preservedDeposit(bench, { files: FILES });
      const { bucket, prefix } = deposit.files;
      const late = { bucket, key: `${prefix}objects/a.txt` };
      const dependencies = onceVerified(bench, () =>
        bench.world.bytes.put(late, Buffer.from('eno')).then(() => undefined),
      );
      const reasons = await archive(dependencies, deposit.depositId);
      expect(reasons).to.deep.equal(['objects/a.txt: The file was added or changed while the deposit was archived.']);
      expect((await workspace(bench, late.key)).get(late.key)).to.equal('eno');
    });

    it('that arrived after it was compared', async () => {
      const deposit = await preservedDeposit(bench, { files: FILES });
      const { bucket, prefix } = deposit.files;
      const late = { bucket, key: `${prefix}objects/late.txt` };
      const dependencies = onceVerified(bench, () =>
        bench.world.bytes.put(late, Buffer.from('late')).then(() => undefined),
      );
      const reasons = await archive(dependencies, deposit.depositId);
      expect(reasons).to.deep.equal([
        'objects/late.txt: The file was added or changed while the deposit was archived.',
      ]);
      expect((await workspace(bench, late.key)).get(late.key)).to.equal('late');
    });
  });

  it('names some of very many reasons, and counts the others', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    const late = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`objects/late ${index}.txt`, 'late']));
    await upload(bench, deposit, late);
    const reasons = await removesNothing(deposit);
    expect(reasons).to.have.length(21);
    expect(reasons.at(-1)).to.equal('-: There are 10 more reasons.');
  });

  it('can be begun again after the reason is gone', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    await upload(bench, deposit, { 'objects/late.txt': 'late' });
    await removesNothing(deposit);
    await bench.world.bytes.delete(deposit.files.bucket, [`${deposit.files.prefix}objects/late.txt`]);
    expect(await archive(bench.dependencies, deposit.depositId)).to.deep.equal([]);
  });

  it('leaves a deposit that can be deleted', async () => {
    const deposit = await preservedDeposit(bench, { files: FILES });
    await archive(bench.dependencies, deposit.depositId);
    valueOf(await deleteDeposit(bench.dependencies, asked(bench.dependencies), deposit.depositId));
    expect(await paths(deposit)).to.deep.equal([]);
    expect(await readHeadOfGroup(bench.dependencies, GROUP)).to.not.equal(null);
  });
});

/** Changes or deletes a file of the group's object, in v1 unless it is told where. */
const spoil = async (
  { world, dependencies }: ArchiveBench,
  path: string,
  text: string | null,
  folder = '/v1/',
): Promise<void> => {
  const { bucket, root } = objectPlaceOf(dependencies, GROUP);
  const key = `${root}${folder}${path}`;
  if ((await world.bytes.head({ bucket, key })) === null) throw new Error(`there is no ${key}`);
  if (text === null) await world.bytes.delete(bucket, [key]);
  else await world.bytes.put({ bucket, key }, Buffer.from(text));
};

/** Another METS of the platform, which has one more file. */
const addedToMets = async (bench: ArchiveBench, { files }: Deposit): Promise<void> => {
  const other = await newDeposit(bench, { group: null, files: { ...FILES, 'objects/more.txt': 'more' } });
  const from = { bucket: other.files.bucket, key: `${other.files.prefix}mets.xml` };
  await bench.world.bytes.copy(from, { bucket: files.bucket, key: `${files.prefix}mets.xml` });
};

/** The METS of a deposit with FILES alone. */
const copyMets = async (bench: ArchiveBench, { files }: Deposit): Promise<void> => {
  const other = await newDeposit(bench, { group: null, files: FILES });
  const from = { bucket: other.files.bucket, key: `${other.files.prefix}mets.xml` };
  await bench.world.bytes.copy(from, { bucket: files.bucket, key: `${files.prefix}mets.xml` });
};

/** Imports a deposit and takes a file away before its job runs; then puts it back. */
const failImport = async (bench: ArchiveBench, deposit: Deposit, path: string, text: string): Promise<void> => {
  const { bucket, prefix } = deposit.files;
  await importIt(bench, deposit, () => bench.world.bytes.delete(bucket, [prefix + path]));
  await upload(bench, deposit, { [path]: text });
};

/** A deposit in error for the group, with its files and one more. */
const failedDeposit = async (bench: ArchiveBench): Promise<Deposit> => {
  const deposit = await newDeposit(bench, { files: { ...FILES, 'objects/new.txt': 'new' } });
  await failImport(bench, deposit, 'objects/new.txt', 'new');
  return deposit;
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

/** The same stores, but something happens between the comparison and the removal. */
const onceVerified = ({ dependencies }: ArchiveBench, happens: () => Promise<void>): ArchiveBench['dependencies'] => {
  const { events } = dependencies;
  const interposed = Object.create(events, {
    append: {
      value: async (...args: Parameters<typeof events.append>) => {
        const appended = await events.append(...args);
        if (args[1].some(({ type }) => type === 'DepositArchivingVerified')) await happens();
        return appended;
      },
    },
  }) as typeof events;
  return { ...dependencies, events: interposed };
};

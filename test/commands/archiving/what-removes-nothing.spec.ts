import { expect } from 'chai';
import { describeDeposit } from '../../../commands/processes/deposits/describe-deposit.js';
import { objectPlaceOf } from '../../../commands/reads/read-group.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { adoptOn } from '../../support/repository/adopt-on.js';
import { putForeignVersion } from '../../support/repository/foreign-version.js';
import { valueOf } from '../../support/value-of.js';
import {
  archive,
  asked,
  GROUP,
  newDeposit,
  openBench,
  preservedDeposit,
  upload,
  workspace,
  type ArchiveBench,
} from './archive-bench.js';
import { FILES, failedDeposit, failImport, stateOf } from './deposits-to-archive.js';

describe('archiving a deposit', () => {
  let bench: ArchiveBench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.world.close());

  const removesNothing = async (deposit: Deposit): Promise<readonly string[]> => {
    const before = await workspace(bench, 'deposits/');
    const reasons = await archive(bench.dependencies, deposit.depositId);
    expect(reasons).to.not.deep.equal([]);
    expect(await workspace(bench, 'deposits/')).to.deep.equal(before);
    expect((await stateOf(bench, deposit)).status).to.not.equal('archived');
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
        'where another tool has made a version since, with other digests',
        async ({ world, dependencies }) => {
          await putForeignVersion(world.bytes, objectPlaceOf(dependencies, GROUP), ['objects/c.txt', 'more']);
          expect(await adoptOn(dependencies, GROUP)).to.deep.equal([{ first: 2, head: 2, leftovers: 0 }]);
        },
        /^-: The newest inventory of letters\/1911 has sha512 digests, by which the files of v1 cannot be found in it\./,
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

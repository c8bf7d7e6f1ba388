import { expect } from 'chai';
import { objectMismatch } from '../../../commands/reads/object-mismatch.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { importOnce } from '../../workers/support/import-once.js';
import { openRepository } from '../../workers/support/repository.js';
import { openedForEach } from '../../support/platform/opened.js';

const FILES = ['inventory.json', 'inventory.json.sha256'];
const rootOf = (group: string): string => objectRoot(ocflId(group), 'root/');
const inRepository = (key: string): { bucket: string; key: string } => ({ bucket: 'repository', key });

describe('an object beside its ledger', () => {
  const repository = openedForEach(openRepository);

  const preserve = async (group: string, text = group): Promise<void> => {
    const versions = [...(await repository.stored()).keys()].filter((key) => /\/v\d+\/inventory\.json$/.test(key));
    const isNew = !versions.some((key) => key.startsWith(`${rootOf(group)}/`));
    const file = await repository.put(isNew ? 'add-binary' : 'patch-binary', 'a', text);
    await importOnce(repository.dependencies, await repository.submit(group, [file]));
  };
  const faultOf = (group: string): Promise<string | null> => objectMismatch(repository.dependencies, group);
  const copyFiles = async (from: string, to: string, files = FILES): Promise<void> => {
    for (const file of files)
      await repository.bytes.copy(inRepository(`${from}/${file}`), inRepository(`${to}/${file}`));
  };

  it('is at the version of the ledger, or absent when the ledger is empty', async () => {
    await preserve('letters/good');
    await preserve('letters/good', 'again');
    expect(await faultOf('letters/good')).to.equal(null);
    expect(await faultOf('letters/none')).to.equal(null);
  });

  it('is behind when its newest inventory is gone', async () => {
    await preserve('letters/lost');
    await repository.bytes.delete(
      'repository',
      FILES.map((file) => `${rootOf('letters/lost')}/${file}`),
    );
    expect(await faultOf('letters/lost')).to.equal('The OCFL object of letters/lost is at v0, its ledger at v1.');
  });

  it('is unknown when it is there and the ledger is empty, with its root or without', async () => {
    await preserve('letters/good');
    await copyFiles(rootOf('letters/good'), rootOf('letters/unknown'));
    await copyFiles(`${rootOf('letters/good')}/v1`, `${rootOf('letters/half')}/v1`);
    for (const group of ['letters/unknown', 'letters/half'])
      expect(await faultOf(group)).to.equal(`Nothing is recorded of the OCFL object that is there for ${group}.`);
  });

  for (const [what, files] of [
    ['its inventory', ['inventory.json']],
    ['the sidecar alone', ['inventory.json.sha256']],
  ] as const)
    it(`is ahead when a version folder beyond the ledger has ${what}, whatever the root says`, async () => {
      await preserve('letters/ahead');
      const root = rootOf('letters/ahead');
      await copyFiles(`${root}/v1`, `${root}/v12`, [...files]);
      expect(await faultOf('letters/ahead')).to.equal('The OCFL object of letters/ahead is at v12, its ledger at v1.');
    });

  it('is not ahead for folders and files that only look like a version', async () => {
    await preserve('letters/good');
    const root = rootOf('letters/good');
    for (const key of ['v2/content/a', 'v2/inventory.json.bak', 'v2.old/inventory.json', 'v2/x/inventory.json', 'v2'])
      if (key !== 'v2') await repository.bytes.put(inRepository(`${root}/${key}`), Buffer.from('?'));
    expect(await faultOf('letters/good')).to.equal(null);
  });

  it('is a mismatch when its root inventory cannot be read', async () => {
    await preserve('letters/torn');
    await repository.bytes.put(inRepository(`${rootOf('letters/torn')}/inventory.json`), Buffer.from('{'));
    expect(await faultOf('letters/torn')).to.match(/inventory\.json is not a valid inventory/);
  });

  it('is a mismatch when it is the object of another history, at the same version', async () => {
    const other = await openRepository();
    await importOnce(
      other.dependencies,
      await other.submit('letters/twin', [await other.put('add-binary', 'a', 'not the same')]),
    );
    await preserve('letters/twin');
    for (const [key, text] of await other.stored()) await repository.bytes.put(inRepository(key), Buffer.from(text));
    await other.close();
    expect(await faultOf('letters/twin')).to.equal(
      'The OCFL object of letters/twin is not as it was recorded: the inventory of v1 is another one.',
    );
  });

  it('is a mismatch when only its version folder is that of another history, as after half a restore', async () => {
    const other = await openRepository();
    await importOnce(
      other.dependencies,
      await other.submit('letters/half', [await other.put('add-binary', 'a', 'not the same')]),
    );
    await preserve('letters/half');
    for (const [key, text] of await other.stored())
      if (key.includes('/v1/')) await repository.bytes.put(inRepository(key), Buffer.from(text));
    await other.close();
    expect(await faultOf('letters/half')).to.equal(
      'The OCFL object of letters/half is not as it was recorded: the inventory of v1 is another one.',
    );
  });

  it('has no wrong answer where the inventory of its version folder is missing', async () => {
    await preserve('letters/gone');
    await repository.bytes.delete('repository', [`${rootOf('letters/gone')}/v1/inventory.json`]);
    expect(await faultOf('letters/gone')).to.equal(null);
  });
});

import { expect } from 'chai';
import { checkHeads } from '../../workers/check-heads.js';
import { prepareRepository } from '../../workers/prepare-repository.js';
import { objectRoot } from '../../formats/ocfl/storage-root.js';
import { ocflId } from '../../formats/paths/repository-path.js';
import { importOnce } from './support/import-once.js';
import { messageOf } from './support/log-of-facts.js';
import { openRepository, type Repository } from './support/repository.js';

describe('the repository at the start of the platform', () => {
  let repository: Repository;
  beforeEach(async () => {
    repository = await openRepository();
  });
  afterEach(() => repository.close());

  it('is made an OCFL storage root once, however often the platform starts', async () => {
    const before = await repository.stored();
    expect([...before.keys()]).to.have.members([
      'root/0=ocfl_1.1',
      'root/ocfl_layout.json',
      'root/extensions/0004-hashed-n-tuple-storage-layout/config.json',
    ]);
    await prepareRepository(repository.services);
    expect(await repository.stored()).to.deep.equal(before);
  });

  it('is refused when its place holds a storage root of another layout', async () => {
    await repository.bytes.put({ bucket: 'repository', key: 'root/ocfl_layout.json' }, Buffer.from('{}'));
    const refusal = await prepareRepository(repository.services).catch(messageOf);
    expect(refusal).to.include('root/ocfl_layout.json in repository');
  });

  it('names the groups whose object is ahead of the ledger, behind it, or unreadable, and no others', async () => {
    const rootOf = (group: string): string => objectRoot(ocflId(group), 'root/');
    for (const group of ['letters/good', 'letters/lost', 'letters/torn'])
      await importOnce(repository.services, await repository.submit(group, []));
    const { bytes } = repository;
    const good = rootOf('letters/good');
    for (const file of ['inventory.json', 'inventory.json.sha256']) {
      const from = { bucket: 'repository', key: `${good}/${file}` };
      await bytes.copy(from, { bucket: 'repository', key: `${rootOf('letters/ahead')}/${file}` });
      await bytes.delete('repository', [`${rootOf('letters/lost')}/${file}`]);
    }
    await bytes.put({ bucket: 'repository', key: `${rootOf('letters/torn')}/inventory.json` }, Buffer.from('{'));
    const faults = await checkHeads(repository.services, [
      'letters/good',
      'letters/lost',
      'letters/torn',
      'letters/ahead',
      'letters/none',
    ]);
    expect(faults.map(({ group }) => group)).to.deep.equal(['letters/lost', 'letters/torn', 'letters/ahead']);
    expect(faults[0]?.reason).to.equal('The OCFL object of letters/lost is at v0, its ledger at v1.');
    expect(faults[2]?.reason).to.equal('The OCFL object of letters/ahead is at v1, its ledger at v0.');
  });
});

import { expect } from 'chai';
import { prepareRepository } from '../../workers/prepare-repository.js';
import { messageOf } from './support/log-of-facts.js';
import { openRepository } from './support/repository.js';
import { openedForEach } from '../support/platform/opened.js';

describe('the repository at the start of the platform', () => {
  const repository = openedForEach(openRepository);

  it('is made an OCFL storage root once, however often the platform starts', async () => {
    const before = await repository.stored();
    expect([...before.keys()]).to.have.members([
      'root/0=ocfl_1.1',
      'root/ocfl_layout.json',
      'root/extensions/0004-hashed-n-tuple-storage-layout/config.json',
    ]);
    await prepareRepository(repository.dependencies);
    expect(await repository.stored()).to.deep.equal(before);
  });

  it('is refused when its place holds a storage root of another layout', async () => {
    await repository.bytes.put({ bucket: 'repository', key: 'root/ocfl_layout.json' }, Buffer.from('{}'));
    const refusal = await prepareRepository(repository.dependencies).catch(messageOf);
    expect(refusal).to.include('root/ocfl_layout.json in repository');
  });
});

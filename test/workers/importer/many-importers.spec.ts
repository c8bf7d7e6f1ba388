import { expect } from 'chai';
import { openedForEach } from '../../support/platform/opened.js';
import { openImporters, type Importers } from '../support/importers.js';
import { openRepository } from '../support/repository.js';

describe('several importers that nobody wakes', () => {
  const repository = openedForEach(openRepository);
  let importers: Importers;
  beforeEach(async () => {
    importers = await openImporters(repository);
  });
  afterEach(() => importers.close());

  it('all have work, more of them than the topic has partitions', async () => {
    for (let number = 0; number < 13 * 4; number++) await importers.submit('ann');
    importers.start(13, 1);
    await importers.done();
    const begun = await importers.begun();
    expect(begun).to.have.length(13 * 4);
    expect(new Set(begun.map(({ holder }) => holder)).size).to.equal(13);
  });

  it('begin the first job of an agent before the later ones of another', async () => {
    for (let number = 0; number < 40; number++) await importers.submit('ann');
    for (const agent of ['ben', 'cem', 'ben']) await importers.submit(agent);
    importers.start(2);
    await importers.done();
    const order = (await importers.begun()).map(({ agent }) => agent);
    expect(order).to.have.length(43);
    expect(order.lastIndexOf('ben')).to.be.below(16);
    expect(order.lastIndexOf('cem')).to.be.below(16);
  });
});

import { expect } from 'chai';
import { openSubstringIndex } from '../../infra/search-index/open-substring-index.js';
import { killedAfter } from '../support/processes/program.js';
import { randomNumbers } from '../support/random/random-numbers.js';
import { SEED } from '../support/random/seed.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { entryOfChange } from './programs/search-index-entries.js';

const KILLS = 6;

describe('a search index whose process is killed', () => {
  const folder = temporaryFolder();

  it('has every change that it acknowledged, each wholly, and no other at its position', async () => {
    const random = randomNumbers(SEED);
    for (let kill = 0; kill < KILLS; kill++) {
      const writer = { file: 'test/process/programs/search-index-writer.js', words: [folder()] };
      const acknowledged = Number((await killedAfter(writer, 1 + Math.floor(random() * 150))).at(-1));
      const warnings: string[] = [];
      const log = { warn: (message: string) => void warnings.push(message) };
      const index = await openSubstringIndex({ folder: folder(), log });
      const position = Number(await index.position());
      expect(position).to.be.at.least(acknowledged);
      const expected = Array.from({ length: Math.min(10, position) }, (_, each) => entryOfChange(position - each));
      const { total, entries } = await index.search('/entry-', { page: 0, pageSize: 100 }, '');
      expect(entries).to.have.deep.members(expected);
      expect(total).to.equal(expected.length);
      expect((await index.search('y', { page: 0, pageSize: 1 }, '')).total).to.equal(expected.length);
      expect((await index.search('.tif', { page: 0, pageSize: 1 }, '')).total).to.equal(expected.length);
      for await (const batch of index.partition('all')) expect(batch).to.have.deep.members(expected);
      expect(warnings).to.deep.equal([]);
      await index.close();
    }
  });
});

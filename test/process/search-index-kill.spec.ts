import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openSubstringIndex } from '../../infra/search-index/open-substring-index.js';
import { randomNumbers } from '../support/random-numbers.js';
import { SEED } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { entryOfChange } from './search-index-entries.js';

const KILLS = 6;
const writer = fileURLToPath(new URL('search-index-writer.js', import.meta.url));

describe('a search index whose process is killed', () => {
  const folder = temporaryFolder();

  /** Kills a process that fills the index, after a number of changes; answers the last one that was acknowledged. */
  const acknowledgedUntilKilled = async (after: number): Promise<number> => {
    const child = spawn(process.execPath, [writer, folder()], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = once(child, 'exit');
    let [last, lines] = [0, 0];
    for await (const line of createInterface({ input: child.stdout })) {
      last = Number(line);
      if (++lines === after) child.kill('SIGKILL');
    }
    expect(await exit, 'it ended by itself').to.deep.equal([null, 'SIGKILL']);
    return last;
  };

  it('has every change that it acknowledged, each wholly, and no other at its position', async () => {
    const random = randomNumbers(SEED);
    for (let kill = 0; kill < KILLS; kill++) {
      const acknowledged = await acknowledgedUntilKilled(1 + Math.floor(random() * 150));
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

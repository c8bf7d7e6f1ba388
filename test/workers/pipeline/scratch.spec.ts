import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openScratch } from '../../../workers/pipeline/scratch.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { silent } from '../support/log-of-facts.js';

describe('the scratch folder of pipeline runs', () => {
  const folder = temporaryFolder();

  it('has a folder for each run, which goes with the run, and with it all that was written', async () => {
    const scratch = await openScratch(folder(), silent);
    {
      await using run = await scratch.begin('../../../a run');
      expect(run.folder.startsWith(folder())).to.equal(true);
      expect(readdirSync(run.folder)).to.deep.equal([]);
      writeFileSync(join(run.folder, 'file'), 'x');
    }
    expect(readdirSync(join(folder(), readdirSync(folder())[0]!))).to.deep.equal([]);
    await scratch.close();
    expect(readdirSync(folder())).to.deep.equal([]);
  });

  it('is rid of what a process has left that has ended, and of nothing else', async () => {
    const { pid } = spawnSync('true');
    const gone = join(folder(), `${pid}-12345-0123abcd`);
    const other = join(folder(), 'of somebody else');
    for (const path of [gone, other]) {
      mkdirSync(path);
      writeFileSync(join(path, 'file'), 'x');
    }
    const first = await openScratch(folder(), silent);
    const second = await openScratch(folder(), silent);
    expect(existsSync(gone)).to.equal(false);
    expect(existsSync(other)).to.equal(true);
    expect(readdirSync(folder())).to.have.length(3);
    await first.close();
    await second.close();
  });
});

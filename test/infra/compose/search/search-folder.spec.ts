import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { DisposalStack } from '../../../../infra/compose/process/disposal-stack.js';
import { searchFolderOf } from '../../../../infra/compose/search/search-folder.js';
import { openDataFolder } from '../../../../infra/embedded/data-folder.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('the folder of search indexes', () => {
  const folder = temporaryFolder();

  it('is the one of the settings, else in the data folder', async () => {
    const data = await openDataFolder(folder());
    const disposal = new DisposalStack();
    expect(await searchFolderOf({ searchFolder: '/elsewhere' }, data, disposal)).to.equal('/elsewhere');
    expect(await searchFolderOf({ searchFolder: null }, data, disposal)).to.equal(data.search);
  });

  it('is without either a temporary one of the process, which is removed with it', async () => {
    const disposal = new DisposalStack();
    const temporary = await searchFolderOf({ searchFolder: null }, null, disposal);
    const another = await searchFolderOf({ searchFolder: null }, null, disposal);
    expect(existsSync(temporary)).to.equal(true);
    expect(another).not.to.equal(temporary);
    await disposal.close();
    expect([existsSync(temporary), existsSync(another)]).to.deep.equal([false, false]);
  });
});

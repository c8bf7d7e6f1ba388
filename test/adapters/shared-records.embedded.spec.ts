import { expect } from 'chai';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSharedRecords } from '../../infra/embedded/shared-records.js';
import { sharedRecordsContract } from '../contracts/shared-records.contract.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('the embedded shared records', () => {
  const folder = temporaryFolder();
  const path = (): string => join(folder(), 'shared-records.sqlite');

  sharedRecordsContract('a file', () => {
    let opened = openSharedRecords(path());
    const close = (): Promise<void> => opened.close();
    const empty = async (): Promise<void> => {
      await close();
      await rm(path());
      opened = openSharedRecords(path());
    };
    const records = {
      list: (prefix: string) => opened.list(prefix),
      read: (name: string) => opened.read(name),
      write: (name: string, value: unknown, seen: string | null) => opened.write(name, value, seen),
      remove: (name: string, seen: string) => opened.remove(name, seen),
    };
    return { records, another: () => records, empty, close: () => close().then(() => rm(path())) };
  });

  it('are there after a restart', async () => {
    const before = openSharedRecords(path());
    const tag = await before.write('mark/relay', { position: '7' }, null);
    await before.close();
    const after = openSharedRecords(path());
    expect(await after.read('mark/relay')).to.deep.equal({ name: 'mark/relay', tag, value: { position: '7' } });
    await after.close();
  });

  it('say which file is damaged, and that it may be deleted', async () => {
    await writeFile(path(), 'this is no database, however long one looks at it'.repeat(100));
    expect(() => openSharedRecords(path())).to.throw(/shared-records\.sqlite.*delete it/s);
  });
});

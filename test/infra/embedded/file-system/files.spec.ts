import { expect } from 'chai';
import { nodeFiles } from '../../../../infra/embedded/file-system/files.js';

/** What Linux gives, and does not sync. */
const NEVER_SYNCED = { file: '/dev/null', folder: '/proc' };

describe('the file operations of the system', () => {
  before(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('tell that a file was not synced', async () => {
    const file = await nodeFiles.open(NEVER_SYNCED.file);
    const error = await file?.sync().catch((reason: unknown) => reason);
    await file?.close();
    expect(error).to.include({ code: 'EINVAL', syscall: 'fsync' });
  });

  it('tell that the names of a folder were not synced', async () => {
    const error = await nodeFiles.syncFolder(NEVER_SYNCED.folder).catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'EINVAL', syscall: 'fsync' });
  });
});

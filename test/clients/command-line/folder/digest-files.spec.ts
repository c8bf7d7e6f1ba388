import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { digestFiles } from '../../../../clients/command-line/folder/digest-files.js';
import { inspectFolder } from '../../../../clients/command-line/folder/folder-inspection.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('the digests of files on the disk', () => {
  const folder = temporaryFolder();

  it('are of the files as they are, and one that cannot be read is named', async () => {
    await writeFile(join(folder(), 'small.txt'), 'small');
    await writeFile(join(folder(), 'large.bin'), Buffer.alloc(3_000_000, 1));
    const { files } = (await inspectFolder(folder())).folder;
    const byPath = new Map(files.map((file) => [file.path, file] as const));
    const digests = await digestFiles(byPath);
    expect(digests.get('small.txt')).to.equal('81db8ebbbbc69c6c6ad4a6aa92b76e0c08af547da236b9e2c9dbe1d8285a8130');
    await unlink(join(folder(), 'large.bin'));
    const message = await digestFiles(byPath).catch((error: unknown) => (error as Error).message);
    expect(message).to.match(/^large\.bin cannot be read: /);
  });
});

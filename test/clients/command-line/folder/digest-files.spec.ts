import { appendFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { digestFiles } from '../../../../clients/command-line/folder/digest-files.js';
import { inspectFolder } from '../../../../clients/command-line/folder/folder-inspection.js';
import { quiet } from '../../../support/command-line/quiet-progress.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('the digests of files on the disk', () => {
  const folder = temporaryFolder();

  it('are of the files as they are, and one that cannot be read is named', async () => {
    await writeFile(join(folder(), 'small.txt'), 'small');
    await writeFile(join(folder(), 'large.bin'), Buffer.alloc(3_000_000, 1));
    const { files } = (await inspectFolder(folder())).folder;
    const byPath = new Map(files.map((file) => [file.path, file] as const));
    const digests = await digestFiles(byPath, quiet);
    const sha256 = '81db8ebbbbc69c6c6ad4a6aa92b76e0c08af547da236b9e2c9dbe1d8285a8130';
    expect(digests.get('small.txt')).to.deep.equal({ sha256 });
    const twice = await digestFiles(byPath, quiet, () => ['md5', 'sha256']);
    expect(twice.get('small.txt')).to.deep.equal({ md5: 'eb5c1399a871211c7e7ed732d15e3a8b', sha256 });
    await unlink(join(folder(), 'large.bin'));
    const message = await digestFiles(byPath, quiet).catch((error: unknown) => (error as Error).message);
    expect(message).to.match(/large\.bin cannot be read \(.*\)\. No version was made\.$/);
  });

  it('are not given of a file that has changed since the folder was looked through', async () => {
    await writeFile(join(folder(), 'a.txt'), 'a');
    const { files } = (await inspectFolder(folder())).folder;
    await appendFile(join(folder(), 'a.txt'), 'b');
    const byPath = new Map(files.map((file) => [file.path, file] as const));
    const message = await digestFiles(byPath, quiet).catch((error: unknown) => (error as Error).message);
    expect(message).to.match(/a\.txt changed while it was read\. No version was made\.$/);
  });
});

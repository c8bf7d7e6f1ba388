import { join } from 'node:path';
import { expect } from 'chai';
import { nodeFiles } from '../../../../../infra/embedded/file-system/files.js';
import { hasMarkOf, markAnew } from '../../../../../infra/embedded/s3-server/bytes/folder-marks.js';
import { openEngineIndex } from '../../../../../infra/embedded/s3-server/index/engine-index.js';
import { forgetfulFiles } from '../../../../support/power-cuts/forgetful-files.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

describe('the mark that an index and its byte files share', () => {
  const folder = temporaryFolder();

  it('is still shared after a power cut, so that they need not be compared', async () => {
    const index = openEngineIndex(join(folder(), 'index'));
    const disk = forgetfulFiles('/objects', null);
    for (let opens = 0; opens < 2; opens++) await markAnew(disk, '/objects', index);
    index.commit.flush();
    disk.writeImage(join(folder(), 'image'), 'nothing');
    expect(await hasMarkOf(nodeFiles, join(folder(), 'image'), index)).to.equal(true);
    await index.close();
  });
});

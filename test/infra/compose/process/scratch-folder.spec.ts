import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startTestPlatform } from '../../../support/platform/test-platform.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('the scratch folder of a process', function () {
  this.timeout(30_000);
  const folder = temporaryFolder();

  it('is one for pipeline runs and images, and goes when the process ends', async () => {
    const data = join(folder(), 'data');
    const environment = { MUNIMENT_ENABLE_IIIF_MEDIA_ENDPOINTS: 'true' };
    const platform = await startTestPlatform({ data, environment });
    const folders = (): string[] => readdirSync(join(data, 'scratch'));
    expect(folders()).to.have.length(1);
    await platform.stop();
    expect(folders()).to.deep.equal([]);
  });
});

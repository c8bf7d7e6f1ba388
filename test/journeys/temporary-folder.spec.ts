import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';

describe('a platform whose folder for temporary files is not there', function () {
  this.timeout(60_000);
  let platform: TestPlatform | null = null;
  let before: string | undefined;
  const folder = temporaryFolder(async () => {
    await platform?.stop();
    platform = null;
  });
  beforeEach(() => {
    before = process.env['TMPDIR'];
    process.env['TMPDIR'] = join(folder(), 'temporary');
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
  const start = async (): Promise<TestPlatform> =>
    (platform = await startTestPlatform({ data: join(folder(), 'data') }));

  it('does not start', async () => {
    const refused = await start().catch((error: unknown) => error);
    expect(refused).to.have.property('code', 'temporary-folder-unusable');
  });

  it('is not ready where the folder has gone since the start, and says why', async () => {
    await mkdir(join(folder(), 'temporary'));
    const { ready } = await start();
    await rm(join(folder(), 'temporary'), { recursive: true });
    const response = await fetch(`${ready.operations}/ready`);
    expect(response.status).to.equal(503);
    expect(await response.text()).to.contain('(TMPDIR), cannot be written to: it is not there');
  });
});

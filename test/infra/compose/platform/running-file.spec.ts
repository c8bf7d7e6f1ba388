import { stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readRunning } from '../../../../infra/compose/process/running-file.js';
import { version } from '../../../../infra/compose/process/version.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { startTestPlatform } from '../../../support/platform/test-platform.js';

describe('what a platform says of itself in its data folder', () => {
  const data = temporaryFolder();

  it('is there while it runs, for its owner alone, instead of what a killed one has left', async () => {
    await writeFile(join(data(), 'running.json'), '{"instance":"killed"}');
    const platform = await startTestPlatform({ data: data(), command: 'muniment preserve' });
    try {
      const running = await readRunning(data());
      const { preservation, storage, operations, s3 } = platform.ready;
      const place = { process: process.pid, host: hostname(), version, command: 'muniment preserve' };
      expect(running).to.include({ preservation, storage, operations, s3: s3.endpoint, ...place });
      expect(running?.instance).to.match(/^[0-9a-f-]{36}$/);
      expect((await stat(join(data(), 'running.json'))).mode & 0o077).to.equal(0);
      for (const service of [preservation, storage]) {
        const { headers } = await fetch(`${service}/health`);
        expect(headers.get('muniment-instance')).to.equal(running?.instance);
        expect(headers.get('muniment-version')).to.equal(version);
      }
    } finally {
      await platform.stop();
    }
    expect(await readRunning(data())).to.equal(null);
  });

  for (const text of ['', 'null', '{"instance":', '{"process":1}'])
    it(`is nothing where the file has ${text === '' ? 'no bytes' : text}`, async () => {
      await writeFile(join(data(), 'running.json'), text);
      expect(await readRunning(data())).to.equal(null);
    });
});

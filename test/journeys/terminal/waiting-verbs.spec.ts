import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openToRead } from '../../../infra/embedded/read-only-database.js';
import { runMuniment } from '../../support/command-line/run-muniment.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startTestPlatform } from '../../support/platform/test-platform.js';

describe('a verb that needs the data folder alone', () => {
  const folder = temporaryFolder();

  for (const verb of ['audit', 'adopt', 'archive'])
    it(`waits for it as long as --wait says (${verb})`, async () => {
      const data = join(folder(), 'data');
      await (await startTestPlatform({ data })).stop();
      const reader = openToRead(join(data, 'events.sqlite'));
      const { code, stdout, stderr } = await runMuniment([verb, '--data', data, '--wait', '0']);
      expect({ code, stdout }).to.deep.equal({ code: 5, stdout: '' });
      expect(stderr).to.match(/^muniment: The archive \S+ is in use by another process\.[^\n]*\nNext: --wait 1h\n$/);
      const waiting = runMuniment([verb, '--data', data, '--wait', '10min']);
      reader.close();
      expect((await waiting).code).to.equal(0);
    });

  it('makes none to look at it, and none for an adoption that is only tried', async () => {
    const data = join(folder(), 'data');
    for (const words of [['audit'], ['adopt', '--dry-run'], ['archive']]) {
      const { code, stdout, stderr } = await runMuniment([...words, '--data', data]);
      expect({ code, stdout }, words.join(' ')).to.deep.equal({ code: 2, stdout: '' });
      expect(stderr).to.match(/^muniment: There is no archive in \S+\.\nNext: --data <folder>, /);
    }
  });

  it('wants none where servers keep everything', async () => {
    const away = '127.0.0.1:9';
    const environment = {
      MUNIMENT_DATA: join(folder(), 'data'),
      MUNIMENT_EVENTSTORE_URL: `esdb://${away}?tls=false`,
      MUNIMENT_MONGODB_URL: `mongodb://${away}`,
      MUNIMENT_KAFKA_BROKERS: away,
      MUNIMENT_S3_ENDPOINT: `http://${away}`,
      MUNIMENT_S3_REGION: 'us-east-1',
    };
    const interruption = { signal: AbortSignal.abort(new Error('stop')), exitCode: () => 130 };
    for (const verb of ['archive', 'audit']) {
      const { code, stderr } = await runMuniment([verb], { environment, interruption });
      expect({ code, stderr }).to.not.include({ code: 2 });
      expect(stderr).to.match(/^muniment: Stopped /);
    }
    expect(existsSync(environment.MUNIMENT_DATA)).to.equal(false);
  });

  it('makes one to adopt from, and says so', async () => {
    const data = join(folder(), 'data');
    expect(await runMuniment(['adopt', '--data', data])).to.deep.equal({
      code: 0,
      stdout: 'Adopted 0 versions of 0 groups; 0 objects known already.\n',
      stderr: `New archive in ${data}\n`,
    });
    expect((await runMuniment(['audit', '--data', data])).code).to.equal(0);
  });
});

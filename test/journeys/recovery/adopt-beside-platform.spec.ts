import { join } from 'node:path';
import { expect } from 'chai';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { checkedLines } from '../../support/command-line/json-schema.js';
import { runMuniment } from '../../support/command-line/run-muniment.js';
import { adoptData } from '../../support/repository/adopted-data.js';
import { putForeign } from '../../support/repository/foreign-object.js';
import { startTestPlatform } from '../../support/platform/test-platform.js';

describe('the adopt command, on a data folder on which a platform runs', () => {
  it('has the platform adopt, and says what that did', async () => {
    const platform = await startTestPlatform();
    try {
      const { data } = platform;
      await platform.call('PUT', '/repository/letters');
      const version = {
        files: { 'a.txt': 'one' },
        created: '2019-01-01T02:03:04Z',
        user: 'Maja',
        message: 'deposited',
      };
      const root = await putForeign(join(data, 'ocfl'), { id: ocflId('letters/1911'), versions: [version] });
      const row = { group: 'letters/1911', root };
      const previewed = await adoptData(data, '--dry-run');
      expect(previewed, previewed.messages).to.deep.include({ exit: 0, messages: '' });
      expect(previewed.rows.map(({ code, group, root }) => ({ code, group, root }))).to.deep.equal([
        { code: 'adoptable', ...row },
      ]);
      const { stdout } = await runMuniment(['adopt', '--dry-run', '--json'], { environment: { MUNIMENT_DATA: data } });
      expect(checkedLines('adopt', stdout).map(({ type }) => type)).to.deep.equal(['adopted', 'summary']);
      const end = 'version of 1 group; 0 objects known already.';
      expect(previewed.summary).to.equal(`Would adopt 1 ${end}`);
      expect((await adoptData(data)).summary).to.equal(`Adopted 1 ${end}`);
      expect((await platform.call('GET', '/repository/letters/1911')).status).to.equal(200);
      const unknown = await adoptData(data, 'letters/1912');
      const messages = 'muniment: There is no object of letters/1912 on the store.\nNext: muniment adopt --dry-run\n';
      expect(unknown).to.deep.include({ exit: 1, messages });
    } finally {
      await platform.remove();
    }
  });
});

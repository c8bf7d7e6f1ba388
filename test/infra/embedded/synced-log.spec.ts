import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('the log of an embedded database', () => {
  const folder = temporaryFolder();

  it('ends the process, and says why, where it can be neither synced nor read', function () {
    if (process.platform !== 'linux') this.skip();
    const path = join(folder(), 'some.sqlite');
    symlinkSync('/proc/self/mem', `${path}-wal`); // has no sync, and nothing at its beginning
    const log = JSON.stringify(new URL('../../../infra/embedded/synced-log.js', import.meta.url).href);
    const program = `
      const { openSyncedLog } = await import(${log});
      try { openSyncedLog(${JSON.stringify(path)}).sync(); } catch { setTimeout(() => process.exit(0), 60_000); }`;
    const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
    expect(ended.status).to.equal(1);
    expect(ended.stderr).to.include(`${path}-wal could not be synced, and cannot be read: the process ends`);
  });
});

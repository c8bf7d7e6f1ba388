import { spawnSync } from 'node:child_process';
import fs, { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import { stub } from 'sinon';
import { openSyncedLog } from '../../../infra/embedded/synced-log.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('the log of an embedded database', () => {
  const folder = temporaryFolder();

  it('is written again where a sync has failed, since the system may have dropped what it did not sync', () => {
    const path = join(folder(), 'some.sqlite');
    const file = `${path}-wal`;
    writeFileSync(file, 'committed');
    const log = openSyncedLog(path);
    const disk = stub(fs, 'fdatasyncSync').throws(Object.assign(new Error('i/o error'), { code: 'EIO' }));
    syncBuiltinESMExports();
    try {
      expect(() => log.sync()).to.throw('i/o error');
      writeFileSync(file, 'lost');
      expect(() => log.repair()).to.throw('i/o error');
      disk.reset();
      log.repair();
      expect(readFileSync(file, 'utf8')).to.equal('committed');
      expect(disk.callCount).to.equal(1);
      log.repair();
      expect(disk.callCount).to.equal(1);
    } finally {
      disk.restore();
      syncBuiltinESMExports();
      log.close();
    }
  });

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

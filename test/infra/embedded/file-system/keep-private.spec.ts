import { expect } from 'chai';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepPrivate } from '../../../../infra/embedded/file-system/keep-private.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('a file that is to be private', () => {
  const folder = temporaryFolder();
  const fileOf = (mode: number): string => {
    const path = join(folder(), 'credentials.json');
    writeFileSync(path, '');
    chmodSync(path, mode);
    return path;
  };

  it('gets its mode where others have more access', () => {
    const path = fileOf(0o644);
    expect(keepPrivate(path, 0o600)).to.equal(true);
    expect(statSync(path).mode & 0o777).to.equal(0o600);
  });

  it('keeps a mode that gives less', () => {
    const path = fileOf(0o400);
    expect(keepPrivate(path, 0o600)).to.equal(true);
    expect(statSync(path).mode & 0o777).to.equal(0o400);
  });

  it('may be of another user, unless everybody can read it', function () {
    if (process.geteuid?.() !== 0) this.skip();
    chmodSync(folder(), 0o755);
    for (const [mode, isPrivate] of [
      [0o600, true],
      [0o660, true],
      [0o664, false],
    ] as const) {
      const path = fileOf(mode);
      process.seteuid!(65_534);
      try {
        expect(keepPrivate(path, 0o600)).to.equal(isPrivate);
      } finally {
        process.seteuid!(0);
      }
    }
  });
});

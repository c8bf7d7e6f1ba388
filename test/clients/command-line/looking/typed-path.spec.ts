import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { CommandFault } from '../../../../clients/command-line/command-fault.js';
import { typedPath } from '../../../../clients/command-line/looking/typed-path.js';
import { diff } from '../../../../clients/command-line/verbs/diff/diff.js';
import { log } from '../../../../clients/command-line/verbs/log/log.js';
import { archiveOf } from '../../../support/archive/archive-of.js';
import { lettersGroup } from '../../../support/archive/letters-archive.js';
import { runVerb } from '../../../support/command-line/run-verb.js';
import { failureOf } from '../../../support/failure-of.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('the path `.`', () => {
  const folder = temporaryFolder();
  const before = process.cwd();
  beforeEach(() => process.chdir(folder()));
  afterEach(() => process.chdir(before));
  const settings = (group: string): void =>
    writeFileSync(join(folder(), 'muniment.yaml'), `group: ${JSON.stringify(group)}\n`);

  it('is the group that muniment.yaml in the folder one is in names, with a version or without', async () => {
    settings('letters/1911');
    expect(await typedPath('.')).to.deep.equal({ path: 'letters/1911', version: null });
    expect(await typedPath('./')).to.deep.equal({ path: 'letters/1911', version: null });
    expect(await typedPath('.@v2')).to.deep.equal({ path: 'letters/1911', version: 2 });
    settings('plan@v2');
    expect(await typedPath('.@v1')).to.deep.equal({ path: 'plan@v2', version: 1 });
  });

  it('is taken by verbs that look', async () => {
    settings('letters/1911');
    const archive = archiveOf({ groups: { 'letters/1911': lettersGroup() } });
    expect((await runVerb(log, ['.'], { archive })).out).to.match(/^v2 /);
    const { out, fault } = await runVerb(diff, ['.@v1', '@v2'], { archive });
    expect(fault).to.equal(null);
    expect(out).to.contain('> renamed   pictures/mill.svg\n');
  });

  it('is missed where there is no such file, and no other path of this computer is one', async () => {
    const missing = (await failureOf(typedPath('.'))) as CommandFault;
    expect(missing.message).to.equal(
      '"." is the group that muniment.yaml in this folder names, and there is no such file.',
    );
    expect(missing.about).to.deep.include({ exit: 2, next: 'muniment ls' });
    settings('letters/1911');
    for (const word of ['./pictures', '..', '.hidden'])
      expect(((await failureOf(typedPath(word))) as CommandFault).message, word).to.contain(
        'is not a path in the archive',
      );
  });
});

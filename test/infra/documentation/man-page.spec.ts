import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { manPage } from '../../../infra/documentation/man-page.js';
import { projectRoot } from '../../support/project-root.js';

describe('the page of the manual', () => {
  it('has the help of the program and of its verbs, as npm run docs writes it', async () => {
    expect(readFileSync(join(projectRoot, 'docs/muniment.1'), 'utf8')).to.equal(await manPage());
  });

  it('is set without a warning, with every line of the help', async function () {
    const page = await manPage();
    const { error, stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-cbou'], {
      input: page,
      encoding: 'utf8',
    });
    if (error !== undefined) {
      console.log('      SKIPPED: there is no groff here');
      this.skip();
    }
    expect(stderr).to.equal('');
    expect(stdout)
      .to.match(/^NAME\n +muniment - preserves files so that you can prove they are unchanged\n/m)
      .and.to.contain('muniment restore letters/1911@v1 --to out')
      .and.to.contain('--skip-damaged');
  });
});

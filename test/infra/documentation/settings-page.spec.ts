import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsPage } from '../../../infra/documentation/settings-page.js';
import { projectRoot } from '../../support/project-root.js';

describe('the page of settings', () => {
  it('is as `npm run docs` writes it', () =>
    expect(readFileSync(join(projectRoot, 'docs/settings.md'), 'utf8')).to.equal(settingsPage()));
});

import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineDiff } from '../../../infra/documentation/line-diff.js';
import { metsEditsPage } from '../../../infra/documentation/mets-edits-page.js';
import { projectRoot } from '../../support/project-root.js';

describe('the page of METS edits', () => {
  it('is as `npm run docs` writes it', async () => {
    expect(readFileSync(join(projectRoot, 'test/fixtures/mets/edits.md'), 'utf8')).to.equal(await metsEditsPage());
  });
});

describe('the difference between two texts', () => {
  const diff = (before: string, after: string): string => lineDiff(Array.from(before), Array.from(after)).join(' ');

  it('shows three lines around each change, and where others are left out', () => {
    expect(diff('abcdefgh', 'abcdXfgh')).to.equal('…  b  c  d -e +X  f  g  h');
    expect(diff('abcdefghijklm', 'Xbcdefghijklm')).to.equal('-a +X  b  c  d');
    expect(diff('aXbcdefghiYj', 'abcdefghij')).to.equal(' a -X  b  c  d …  g  h  i -Y  j');
  });

  it('is nothing where they are the same', () => {
    expect(diff('abc', 'abc')).to.equal('');
  });
});

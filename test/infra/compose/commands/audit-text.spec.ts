import { expect } from 'chai';
import { rowText, summaryText } from '../../../../infra/compose/commands/audit-text.js';

const ROW = { code: 'E092', group: 'letters/1911 #2', key: 'a/b', message: 'Gone.', expected: '1', found: null };
const COUNTS = { objects: 1, versions: 2, files: 21, bytesRead: 36_300, inProgress: 0, findings: 0 };

describe('what the audit command prints', () => {
  it('has six cells a finding, the group as it stands in URIs, and a dash for nothing', () => {
    expect(rowText(ROW)).to.equal('E092\tletters/1911%20-_-percent-23-_-2\ta/b\t1\t-\tGone.\n');
    expect(rowText({ ...ROW, group: null })).to.match(/^E092\t-\t/);
  });

  it('keeps what is in a name from breaking the row, or from writing on a terminal', () => {
    expect(rowText({ ...ROW, key: 'tab\tline\nbell\u0007turn\u202eback' })).to.include(
      '\ttab\\tline\\nbell\\u{7}turn\\u{202e}back\t',
    );
  });

  it('ends with a line that counts', () => {
    expect(summaryText(COUNTS)).to.equal('No findings: 1 object, 2 versions, 21 files, 36.3 kB read.\n');
    expect(summaryText({ ...COUNTS, findings: 1 })).to.match(/^1 finding: /);
    expect(summaryText({ ...COUNTS, findings: 2, inProgress: 2 })).to.match(/^2 findings: .*; 2 jobs under way\.\n$/);
  });
});

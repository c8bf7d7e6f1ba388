import { expect } from 'chai';
import {
  auditVerdict,
  findingRecord,
  findingText,
  type AuditEnd,
} from '../../../../infra/compose/commands/audit/audit-text.js';
import { localUri, type ReportRow } from '../../../../infra/compose/commands/report-row.js';
import { checkedDocument } from '../../../support/command-line/json-schema.js';

const GROUP = 'letters/1911 #2';
const KEY = 'a/b';
const ROW: ReportRow = {
  ...{ code: 'E092', group: GROUP, archivalGroup: localUri(GROUP), key: KEY },
  ...{ message: 'Gone.', expected: '1', found: null },
};
const END: AuditEnd = { objects: 1, versions: 2, files: 1_204, bytes: 36_300, inProgress: 0, findings: 0 };
const PIPE = { form: 'pipe', paint: (_: string, text: string) => text } as const;

describe('what the audit writes', () => {
  it('has six cells a finding in a pipe, the group as it stands in URIs, and a dash for nothing', () => {
    expect(findingText(ROW, PIPE)).to.equal('E092\tletters/1911%20-_-percent-23-_-2\ta/b\t1\t-\tGone.\n');
    expect(findingText({ ...ROW, group: null, key: null }, PIPE)).to.match(/^E092\t-\t-\t/);
  });

  it('keeps what is in a name from breaking the row, or from writing on a terminal', () => {
    const row = { ...ROW, key: 'tab\tline\nbell\u0007turn\u202eback' };
    expect(findingText(row, PIPE)).to.include('\ttab\\tline\\nbell\\u{7}turn\\u{202e}back\t');
    expect(findingText(row, { ...PIPE, form: 'terminal' })).to.include("$'tab\\tline\\nbell\\x07turn\\u202eback'\n");
  });

  it('has the names and the sentence of a finding below each other on a terminal, the code in red', () => {
    const output = { form: 'terminal', paint: (style: string, text: string) => `<${style}>${text}` } as const;
    expect(findingText(ROW, output)).to.equal('<red>E092        letters/1911 #2\n            a/b\n            Gone.\n');
    const long = { ...ROW, code: 'decided-inventory-lost', group: null };
    expect(findingText(long, output)).to.match(/^<red>decided-inventory-lost {2}a\/b\n {12}Gone\.\n$/);
  });

  it('is a JSON line with the members of OpenAPI', () => {
    expect(checkedDocument('audit', JSON.stringify(findingRecord(ROW)))).to.deep.equal({
      ...{ type: 'finding', code: 'E092', archivalGroup: '/repository/letters/1911%20-_-percent-23-_-2', key: KEY },
      ...{ expected: '1', found: null, message: 'Gone.' },
    });
  });

  it('ends with a line that counts', () => {
    expect(auditVerdict(END)).to.equal('No findings: 1 object, 2 versions, 1,204 files, 36.3 kB read.\n');
    expect(auditVerdict({ ...END, findings: 1 })).to.match(/^1 finding: /);
    expect(auditVerdict({ ...END, findings: 2, inProgress: 2 })).to.match(/^2 findings: .*; 2 jobs under way\.\n$/);
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { OWN_CODES } from '../../workers/auditor/audit-finding.js';
import { projectRoot } from '../support/project-root.js';

describe('the page on auditing', () => {
  it('says of each of our own codes what it means', async () => {
    const page = (await readFile(join(projectRoot, 'docs/auditing.md'), 'utf8')).replace(/ +/g, ' ');
    const [, section = ''] = /\n## Codes of our own\n(.*?)\n## /s.exec(page) ?? [];
    const rows = [...section.matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)].map(([, code, meaning]) => [code, meaning]);
    expect(rows).to.deep.equal(Object.entries(OWN_CODES));
  });
});

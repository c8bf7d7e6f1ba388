import { expect } from 'chai';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../../../../../clients/command-line/verbs/report/report.js';
import { readXml } from '../../../../../formats/xml/parse.js';
import { archiveOf } from '../../../../support/archive/archive-of.js';
import { auditJob } from '../../../../support/archive/audit-job.js';
import { lettersGroup } from '../../../../support/archive/letters-archive.js';
import { checkedDocument } from '../../../../support/command-line/json-schema.js';
import { runVerb, type VerbRun } from '../../../../support/command-line/run-verb.js';
import { inTimeZone } from '../../../../support/in-time-zone.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';
import { sha256Of } from '../../../../support/sha256.js';

const AT = '2026-11-26T14:53:12Z';
const EVENT = {
  type: 'ImportStarted',
  id: 'e',
  at: AT,
  agent: 'http://localhost/agents/ada',
  sentence: 'Import job a <began>.',
};
describe('report', () => {
  inTimeZone('Europe/Berlin');
  const folder = temporaryFolder();
  const archive = archiveOf({
    groups: {
      'letters/1911': { ...lettersGroup(), events: [EVENT] },
      odd: {
        versions: [
          {
            message: '<b>bold</b>',
            files: {
              'mets.xml': '<mets/>',
              'objects/<script>alert("x")</script>.txt': 'x',
              'objects/a\u202egnp.exe': { bytes: 'y', virus: { found: true, name: 'Eicar & Test' } },
              'objects/line\nend.txt': 'z',
            },
          },
        ],
      },
    },
    jobs: [auditJob()],
  });
  const run = (...words: string[]): Promise<VerbRun> =>
    runVerb(report, words, { archive, now: new Date('2026-11-27T09:00:00Z') });
  const pageOf = async (word: string): Promise<string> => {
    const to = join(folder(), 'page.html');
    await run(word, '--to', to);
    return readFileSync(to, 'utf8');
  };

  it('writes a page, and says which', async () => {
    const to = join(folder(), 'report.html');
    const { out, code } = await run('letters/1911', '--to', to);
    expect([code, out]).to.deep.equal([0, `Wrote ${to}: letters/1911, 2 versions, 9 files, last check 2026-11-26.\n`]);
    expect(readdirSync(folder())).to.deep.equal(['report.html']);
  });

  it('has files with whole digests, versions, events and the last check', async () => {
    const page = await pageOf('letters/1911');
    for (const text of [
      '<h1 dir="auto">Letters of 1911</h1>',
      '1911-03-19 Jürgen an Clara.txt',
      `sha256:${sha256Of('Dear Clara')}`,
      'pictures/the mill.svg',
      'Mill renamed, note added',
      'First version',
      '2026-11-26 15:49:15 +01:00',
      'Import job a &lt;began&gt;.',
      '2026-11-26 15:58:00 +01:00</time>, every byte, no findings',
      '<h2>Stored beside them</h2>',
    ])
      expect(page, text).to.contain(text);
    expect(page).to.not.contain('pictures/mill.svg');
    expect((await run('letters/1911@v1', '--to', '-')).out).to.contain('pictures/mill.svg');
  });

  it('is well-formed, without scripts, whatever names and messages there are', async () => {
    const page = await pageOf('odd');
    const withoutVoidElements = page.replace(/^<!doctype html>\n/, '').replace(/<meta [^>]*>/g, '');
    expect(() => readXml(Buffer.from(withoutVoidElements), () => null)).to.not.throw();
    expect(page).to.not.match(/<script|<b>|\u202e|javascript:/);
    expect(page).to.contain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;.txt');
    expect(page).to.contain('a\\u202egnp.exe').and.to.contain('line\\nend.txt');
    expect(page).to.contain('<td class="bad">Eicar &amp; Test</td>');
    expect(page).to.contain('1 file scanned: found in 1 file.');
  });

  it('prints the page, or one document as its schema says', async () => {
    const { out } = await run('letters/1911@v1', '--to', '-');
    expect(out)
      .to.match(/^<!doctype html>/)
      .and.to.match(/<\/html>\n$/);
    for (const word of ['letters/1911@v1', 'odd']) {
      const { summary, out: nothing } = await runVerb(report, [word], { archive, form: 'json' });
      expect(nothing).to.equal('');
      const document = checkedDocument('report', JSON.stringify({ ok: true, ...summary }));
      expect(document['files']).to.have.length(word === 'odd' ? 3 : 9);
      expect(document['beside']).to.have.length(1);
    }
  });

  const refused: readonly (readonly [what: string, words: readonly string[], message: RegExp])[] = [
    ['without a place', ['letters/1911'], /needs --to/],
    ['for a file', ['letters/1911/index.csv', '--to', '-'], /not about index\.csv/],
    ['for a version that there is not', ['letters/1911@v4', '--to', '-'], /has no version 4/],
    ['for a group that there is not', ['letters/1912', '--to', '-'], /no archival group/],
  ];
  for (const [what, words, message] of refused)
    it(`is refused ${what}`, async () => {
      expect((await run(...words)).fault?.message).to.match(message);
    });

  it('writes over no file, and leaves none where it cannot write', async () => {
    const to = join(folder(), 'there.html');
    writeFileSync(to, 'kept');
    const { fault } = await run('letters/1911', '--to', to);
    expect([fault?.message, fault?.about.exit]).to.deep.equal([`${to} is there already. Nothing was written.`, 2]);
    expect(readFileSync(to, 'utf8')).to.equal('kept');
    const none = await run('letters/1911', '--to', join(folder(), 'none/a.html'));
    expect(none.fault?.message).to.match(/cannot be written \(ENOENT\)/);
    expect(readdirSync(folder())).to.deep.equal(['there.html']);
  });
});

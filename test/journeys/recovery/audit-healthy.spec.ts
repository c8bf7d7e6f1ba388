import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkedLines } from '../../support/command-line/json-schema.js';
import { runMuniment } from '../../support/command-line/run-muniment.js';
import { auditData, openAuditedRepository, type Content } from '../../support/repository/audited-repository.js';
import { openedOnce } from '../../support/platform/opened.js';

describe('an audit of a healthy repository', () => {
  const repository = openedOnce(openAuditedRepository, (each) => each.remove());
  before(async () => {
    const preserve = (group: string, content: Content, name?: string): Promise<unknown> =>
      repository.preserve(group, content, name);
    const odd = [
      'a b',
      '#',
      '100%',
      'ink & quill',
      '\u{1f48c}',
      'cafe\u0301',
      'a+b',
      '"it\'s"',
      'tab\tand\nline',
      '.hidden',
    ];
    const oddNames: Content = Object.fromEntries(
      odd.map((name, index) => [`${name}/${name}.txt`, `bytes of ${index}`]),
    );
    await preserve('kinds/first', { a: '1', 'b/c': '2', empty: null, zero: '' });
    await preserve('kinds/updated', { a: '1', b: '2', c: '3' });
    await preserve('kinds/updated', { a: '1', b: 'two', d: '4' });
    await preserve('kinds/deleted', { a: '1', 'b/c': '2' });
    await preserve('kinds/deleted', {});
    await preserve('kinds/deleted', { a: '1 again', 'b/c': '2' });
    await preserve('kinds/moved', { a: '1', 'b/c': '2' });
    await preserve('kinds/moved', { 'e/a': '1', 'b/c/d': '2' });
    await preserve('kinds/renamed', { a: '1' }, 'First name');
    await preserve('kinds/renamed', { a: '1' }, 'Second name');
    await preserve('kinds/same', { a: 'same', b: 'same', 'c/d': 'same', mets: '' });
    await preserve('kinds/odd', oddNames);
    await preserve('kinds/Müller', { 'a.txt': 'a' });
    await preserve('kinds/nothing', {});
    for (let version = 1; version <= 10; version++) await preserve('kinds/deep', { a: `a ${version}`, b: 'b' });
    await repository.platform.call('PUT', '/repository/kinds/container');
    await repository.platform.stop();
  });

  it('finds nothing, whatever kinds of import made it', async () => {
    const { exit, found, summary, messages } = await auditData(repository.data);
    expect({ exit, found, messages }).to.deep.equal({ exit: 0, found: [], messages: '' });
    expect(summary).to.match(/^No findings: 10 objects, 24 versions, \d+ files, [^;]* read\.$/);
  });

  it('believes the digests that the store keeps when it is to be quick, and reads nothing', async () => {
    const { exit, summary } = await auditData(repository.data, '--quick');
    expect(exit).to.equal(0);
    expect(summary).to.match(/^No findings: 10 objects, 24 versions, \d+ files, 0 B read\.$/);
  });

  it('takes the path of a group as people see it, or its address', async () => {
    for (const word of ['kinds/Müller', 'http://localhost/repository/kinds/M%C3%BCller']) {
      const { exit, summary } = await auditData(repository.data, word);
      expect(exit).to.equal(0);
      expect(summary).to.match(/^No findings: 1 object, 1 version, /);
    }
  });

  it('says that there is no such group, no such path, or that a version was typed', async () => {
    const missing = await auditData(repository.data, 'kinds/absent');
    const said = 'muniment: There is no archival group kinds/absent.\nNext: muniment ls kinds\n';
    expect(missing).to.deep.include({ exit: 1, rows: [], messages: said });
    const container = await auditData(repository.data, 'kinds/container');
    expect(container.exit).to.equal(1);
    expect(container.messages).to.match(/^muniment: kinds\/container is a container, not an archival group\.\n/);
    for (const [word, message] of [
      ['kinds//absent', /^muniment: kinds\/\/absent is not a path in the archive\. /],
      [
        'kinds/first@v1',
        /^muniment: audit is about all versions: leave out the version\.\nNext: muniment audit kinds\/first\n$/,
      ],
    ] as const) {
      const wrong = await auditData(repository.data, word);
      expect(wrong.exit).to.equal(2);
      expect(wrong.messages).to.match(message);
    }
  });

  it('says how far it came where it is stopped', async () => {
    const signal = AbortSignal.abort(new Error('stop'));
    const { code, stdout, stderr } = await runMuniment(['audit'], {
      interruption: { signal, exitCode: () => 130 },
      environment: { MUNIMENT_DATA: repository.data },
    });
    expect({ code, stdout }).to.deep.equal({ code: 130, stdout: '' });
    expect(stderr).to.equal('muniment: Stopped while reading, 0 objects. Nothing was changed.\nNext: the same again\n');
  });

  it('is JSON lines with --json, and quiet with -q', async () => {
    const environment = { MUNIMENT_DATA: repository.data };
    const { stdout, stderr } = await runMuniment(['audit', 'kinds/first', '--json'], { environment });
    expect(stderr).to.equal('');
    const [summary] = checkedLines('audit', stdout);
    expect(summary).to.include({ ok: true, group: 'kinds/first', findings: 0, objects: 1, versions: 1 });
    expect(await runMuniment(['audit', '-q'], { environment })).to.deep.equal({ code: 0, stdout: '', stderr: '' });
  });

  it('changes nothing of what it looks at', async () => {
    const look = async (): Promise<string[]> => {
      const ocfl = join(repository.data, 'ocfl');
      const names = (await readdir(ocfl, { recursive: true })).sort();
      return Promise.all(names.map(async (name) => `${name} ${(await stat(join(ocfl, name))).mtimeMs}`));
    };
    const before = await look();
    expect((await auditData(repository.data)).exit).to.equal(0);
    expect(await look()).to.deep.equal(before);
  });
});

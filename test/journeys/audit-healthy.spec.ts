import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { auditData, openAuditedRepository, type Content } from '../support/repository/audited-repository.js';
import { openedOnce } from '../support/opened.js';

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

  it('takes the path of a group as it stands in a URI', async () => {
    const { exit, summary } = await auditData(repository.data, '/kinds/M%C3%BCller');
    expect(exit).to.equal(0);
    expect(summary).to.match(/^No findings: 1 object, 1 version, /);
  });

  it('says that there is no such group, or no such path, and that it could not look', async () => {
    const missing = await auditData(repository.data, 'kinds/absent');
    expect(missing).to.deep.include({ exit: 2, rows: [], messages: 'There is no archival group kinds/absent.\n' });
    const container = await auditData(repository.data, 'kinds/container');
    expect(container.exit).to.equal(2);
    const wrong = await auditData(repository.data, 'kinds//absent');
    expect(wrong.exit).to.equal(2);
    expect(wrong.messages).to.match(/^kinds\/\/absent is not a repository path\. .*\n$/);
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

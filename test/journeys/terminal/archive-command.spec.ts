import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startTestPlatform } from '../../support/platform/test-platform.js';
import { checkedLines } from '../../support/command-line/json-schema.js';
import type { ProgramEnd } from '../../support/command-line/run-in-program.js';
import { runMuniment, type MunimentRun } from '../../support/command-line/run-muniment.js';

describe('the archive command from its words to its exit code', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-archive-'));
    await mkdir(join(root, 'box'));
    await writeFile(join(root, 'box', 'letter.txt'), 'Dear Clara');
    const { code, stderr } = await run(['preserve', join(root, 'box'), '--as', 'letters/1911', '--keep-workspace']);
    expect(code, stderr).to.equal(0);
  });
  after(() => rm(root, { recursive: true }));

  const run = (words: readonly string[], around: MunimentRun = {}): Promise<ProgramEnd> =>
    runMuniment(words, { environment: { MUNIMENT_DATA: join(root, 'data') }, ...around });
  const archive = (...words: string[]): Promise<ProgramEnd> => run(['archive', ...words]);

  for (const [words, what] of [
    [['--older-than', 'x'], /--older-than is a period such as P6M, P1Y or P90D, not "x"\./],
    [['--batch', '0'], /--batch is a number from 1 to 1000, not "0"\./],
    [['a/b'], /"a\/b" is not the id of a deposit/],
    [['--force'], /^muniment: There is no option "--force" of archive\.\nNext: muniment archive --help\n$/],
  ] as const)
    it(`refuses ${words.join(' ')}`, async () => {
      const { code, stderr } = await archive(...words);
      expect(code).to.equal(2);
      expect(stderr).to.match(what);
    });

  it('takes nothing that is younger than six months, also through a platform that runs on the folder', async () => {
    const nothing = 'Archived 0 deposits, 0 B freed.\n';
    expect(await archive()).to.include({ code: 0, stdout: nothing });
    const platform = await startTestPlatform({ data: join(root, 'data') });
    try {
      expect(await archive()).to.deep.include({ code: 0, stdout: nothing, stderr: '' });
    } finally {
      await platform.stop();
    }
  });

  it('tells with --dry-run what it would remove, and then removes it', async () => {
    for (let times = 1; times <= 2; times++) {
      const told = await archive('--dry-run', '--older-than', 'P0D');
      expect(told.code, told.stderr).to.equal(0);
      expect(told.stdout).to.match(/^archivable\t\w{12}\t1\t10\t\n/);
      expect(told.stdout).to.contain('Would archive 1 deposit, and free 10 B.\n');
    }
    const { stdout: json } = await archive('--dry-run', '--older-than', 'P0D', '--json');
    expect(checkedLines('archive', json).map(({ type }) => type)).to.deep.equal(['deposit', 'summary']);
    const done = await archive('--older-than', 'P0D');
    expect(done.code, done.stderr).to.equal(0);
    expect(done.stdout).to.match(
      /^archived\t\w{12}\t1\t10\t\nArchived 1 deposit, 10 B freed\. The repository has the files\.\n$/,
    );
    expect((await archive('--older-than', 'P0D')).stdout).to.match(/^Archived 0 deposits/);
    const { code, stdout } = await archive(/\t(\w{12})\t/.exec(done.stdout)?.[1] ?? '');
    expect(code).to.equal(1);
    expect(stdout).to.match(/^skipped\t\w{12}\t0\t0\tDeposit \w{12} cannot be archived: it was archived at /);
  });

  it('works beside a platform that runs', async () => {
    const platform = await startTestPlatform();
    try {
      await platform.call('PUT', '/repository/letters');
      const { body } = await platform.call<{ id: string; files: string }>('POST', '/deposits', {
        template: 'RootLevel',
        archivalGroup: '/repository/letters/1912',
        archivalGroupName: 'Letters',
      });
      const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(body.files) ?? [];
      await platform.s3.put({ bucket, key: `${prefix}objects/a.txt` }, Buffer.from('one'));
      const { body: read } = await platform.call<{ metsETag: string }>('GET', body.id);
      await platform.call('POST', `${body.id}/mets`, ['objects/a.txt'], { 'if-match': read.metsETag });
      await platform.call('POST', `${body.id}/importjobs`, { id: `${body.id}/importjobs/diff` });
      await platform.settle();
      const server = ['--server', `${platform.ready.preservation}/`, '--older-than', 'P0D'];
      await platform.s3.put({ bucket, key: `${prefix}objects/late.txt` }, Buffer.from('late'));
      const skipped = await archive(...server);
      expect(skipped.code, skipped.stderr).to.equal(1);
      expect(skipped.stdout).to.match(/^skipped\t\w{12}\t2\t7\tobjects\/late.txt: The file is not in v1\.\n/);
      await platform.s3.delete(bucket, [`${prefix}objects/late.txt`]);
      const done = await archive(...server);
      expect(done.code, done.stderr).to.equal(0);
      expect(done.stdout).to.match(/^archived\t\w{12}\t1\t3\t\n/);
      const { body: archived } = await platform.call<{ status: string }>('GET', body.id);
      expect(archived.status).to.equal('archived');
    } finally {
      await platform.remove();
    }
  });
});

import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { STATE_PATH } from '../../../formats/group-state/state-path.js';
import type { Ports } from '../../../infra/compose/stores/stores.js';
import { faulty, type PortCall } from '../../support/faults/faulty.js';
import { startTestPlatform } from '../../support/platform/test-platform.js';
import { checkedLines } from '../../support/command-line/json-schema.js';
import { onlyObject } from '../../support/command-line/only-object.js';
import { preserveEnd, type PreserveAround, type PreserveEnd } from '../../support/command-line/preserve-end.js';

describe('the preserve command from its words to its exit code', () => {
  let root: string;
  let folder: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-command-'));
    folder = join(root, 'box');
    await mkdir(folder);
    await writeFile(join(folder, 'letter.txt'), 'Dear Clara');
  });
  afterEach(() => rm(root, { recursive: true }));

  const data = (): string => join(root, 'data');
  const run = (words: readonly string[], around: PreserveAround = {}): Promise<PreserveEnd> =>
    preserveEnd(words, { environment: { MUNIMENT_DATA: data() }, ...around });
  const setting = (variable: string, value: string): PreserveAround => ({
    environment: { MUNIMENT_DATA: data(), [variable]: value },
  });
  const preserve = (around?: PreserveAround): Promise<PreserveEnd> => run([folder, '--as', 'letters/1911'], around);
  const preserved = (version: number, files: string): string =>
    `Preserved ${folder} as letters/1911@v${version}: ${files}.\n`;
  const same = (version: number): string => `${folder} is the same as letters/1911@v${version}. No version was made.\n`;

  it('prints what it made, and finds it there the next time', async () => {
    const first = await preserve();
    expect(first).to.include({
      code: 0,
      output: `+ added     1 file, 10 B\n${preserved(1, '1 file, 10 B')}`,
      messages: `New archive in ${data()}\n`,
    });
    const content = join(onlyObject(data()), 'v1/content/objects/letter.txt');
    expect(await readFile(content, 'utf8')).to.equal('Dear Clara');
    expect(await preserve()).to.include({ code: 0, output: same(1), messages: '' });
  });

  it('prints only what it made where it is told to be quiet', async () => {
    await writeFile(join(folder, '100%.txt'), 'x');
    const words = [folder, '--as', 'letters/1911', '-q'];
    expect(await run(words)).to.include({
      code: 0,
      output: 'letters/1911@v1\n',
      messages: `New archive in ${data()}\n`,
    });
    expect(await run(words)).to.include({ code: 0, output: 'letters/1911@v1\n', messages: '' });
  });

  it('prints JSON that is as its schema says, and nothing else', async () => {
    const words = [folder, '--as', 'letters/1911', '--json'];
    const lines = async () => {
      const { records, messages } = await run(words, { form: 'json' });
      expect(messages).to.equal('');
      return checkedLines('preserve', `${records.map((record) => JSON.stringify(record)).join('\n')}\n`);
    };
    const [added, made] = await lines();
    expect(added).to.include({ type: 'added', path: 'letter.txt', size: 10, sha256Before: null });
    expect(made).to.deep.include({ group: 'letters/1911', version: 1, files: 1, bytes: 10, warnings: [] });
    expect((await lines())[0]).to.deep.include({
      version: null,
      counts: { added: 0, changed: 0, renamed: 0, deleted: 0 },
    });
  });

  it('shows with --dry-run what it would change and where its settings come from, and makes nothing', async () => {
    const dry = (): Promise<PreserveEnd> => run([folder, '--as', 'letters/1911', '--dry-run', '--agent', 'ada']);
    const fresh = await dry();
    expect(fresh).to.include({
      code: 0,
      output: `added\t\tletter.txt\nWould preserve ${folder} as letters/1911@v1: 1 file, 10 B. Nothing was changed.\n`,
      messages: 'group       letters/1911 (--as)\ntools       no (default)\nagent       ada (--agent)\n',
    });
    expect(await readdir(root)).to.deep.equal(['box']);
    expect((await preserve()).code).to.equal(0);
    expect((await dry()).output).to.equal(`${folder} is the same as letters/1911@v1. Nothing would be changed.\n`);
    await rename(join(folder, 'letter.txt'), join(folder, 'to Clara.txt'));
    expect((await dry()).output).to.match(
      /^renamed\tletter\.txt\tto Clara\.txt\nWould preserve .* as letters\/1911@v2: /,
    );
    await rm(join(folder, 'to Clara.txt'));
    expect((await dry()).messages).to.match(/is empty, letters\/1911 has 1 file\. Nothing was changed\./);
    const platform = await startTestPlatform({ data: data() });
    try {
      expect((await dry()).output, 'over the platform that runs').to.match(
        /Would preserve .* as letters\/1911@v2: 0 files/,
      );
      const { status } = await platform.call('POST', '/deposits', { archivalGroup: '/repository/letters/1911' });
      expect(status, 'no deposit of the group is open').to.equal(201);
    } finally {
      await platform.stop();
    }
  });

  it('ends with 0 where its deposit could not be archived, and says so', async () => {
    const refuse = ({ method, args }: PortCall): void => {
      if (method === 'delete' && args[0] === 'muniment-workspace')
        throw new ByteStoreFault('store-denied', 'the store refuses to delete');
    };
    const ports = (of: Ports): Ports => ({ ...of, bytes: faulty(of.bytes, refuse) });
    const { code, output, messages } = await preserve({ options: { ports } });
    expect(code).to.equal(0);
    expect(output).to.contain(preserved(1, '1 file, 10 B'));
    expect(messages).to.match(
      /^Note: the workspace of deposit (\w{12}) could not be emptied: the store refuses to delete Next: muniment archive \1 --older-than P0D$/m,
    );
  });

  it('keeps when each file was changed, in the METS and in the state of the version', async () => {
    await utimes(join(folder, 'letter.txt'), 1_000_000_000.5, 1_000_000_000.5);
    const { code, messages } = await preserve();
    expect(code, messages).to.equal(0);
    const object = onlyObject(data());
    const content = (path: string): Promise<string> => readFile(join(object, 'v1/content', path), 'utf8');
    expect(await content('mets.xml')).to.contain('CreatedByApplication>2001-09-09T01:46:40.500Z<');
    const lines = (await content(STATE_PATH)).trimEnd().split('\n');
    const letter = lines
      .map((line) => JSON.parse(line) as object)
      .find((each) => 'path' in each && each.path === 'objects/letter.txt');
    expect(letter).to.include({ fileModified: '2001-09-09T01:46:40.500Z' });
  });

  it('preserves a folder of many files', async () => {
    for (let each = 0; each < 70; each++) await writeFile(join(folder, `page #${each}.txt`), `page ${each}`);
    await writeFile(join(folder, 'large.bin'), Buffer.alloc(2_000_000, 7));
    const { code, output, messages } = await preserve();
    expect(code, messages).to.equal(0);
    expect(output).to.contain('72 files, 2.00 MB');
    const objects = join(onlyObject(data()), 'v1/content/objects');
    expect(await readdir(objects)).to.have.length(72);
    expect(await readFile(join(objects, 'page #69.txt'), 'utf8')).to.equal('page 69');
  });

  it('starts nothing for a folder that cannot be preserved', async () => {
    await symlink('letter.txt', join(folder, 'link'));
    const { code, output, messages } = await preserve();
    expect(code).to.equal(1);
    expect(output).to.equal('');
    expect(messages).to.equal(
      `muniment: ${folder}/link is a link; only files and folders can be preserved. No version was made.\nNext: --exclude link\n`,
    );
    expect(await readdir(root)).to.deep.equal(['box']);
  });

  it('refuses to preserve its own data folder', async () => {
    const { code, messages } = await preserve(setting('MUNIMENT_DATA', join(folder, 'data')));
    expect(code).to.equal(2);
    expect(messages).to.equal(
      `muniment: The archive ${join(folder, 'data')} is inside ${folder}.\nNext: --data <folder elsewhere>\n`,
    );
    expect((await preserve(setting('MUNIMENT_DATA', folder))).code).to.equal(2);
    expect(await readdir(folder)).to.deep.equal(['letter.txt']);
  });

  it('says in a sentence that a data folder is no folder, or is newer than it is', async () => {
    const file = await preserve(setting('MUNIMENT_DATA', join(folder, 'letter.txt')));
    expect(file.code).to.equal(2);
    expect(file.messages).to.match(/^muniment: The archive .*letter\.txt .*\.$/m);

    await mkdir(join(root, 'newer'));
    await writeFile(join(root, 'newer/format.json'), '{"format":99}\n');
    const newer = await preserve(setting('MUNIMENT_DATA', join(root, 'newer')));
    expect(newer.code).to.equal(2);
    expect(newer.messages).to.match(/^muniment: The data folder .* has format 99, and this version of Muniment knows/m);
    expect(await readdir(join(root, 'newer'))).to.deep.equal(['format.json']);
  });

  it('uses the platform that runs on its data folder', async () => {
    const platform = await startTestPlatform({ data: data() });
    try {
      const { code, output, messages } = await preserve();
      expect({ code, messages }).to.deep.equal({ code: 0, messages: '' });
      expect(output).to.contain(preserved(1, '1 file, 10 B'));
    } finally {
      await platform.stop();
    }
    expect((await preserve()).output).to.equal(same(1));
  });

  it('says in a sentence which settings and words do not fit', async () => {
    const level = await preserve(setting('MUNIMENT_LOG_LEVEL', 'loud'));
    expect(level).to.include({ code: 2, output: '' });
    expect(level.messages).to.match(/^muniment: The settings are not valid: MUNIMENT_LOG_LEVEL [^\n]*\.$/m);
    const words = await run([folder, '--as', 'a//b']);
    expect(words.code).to.equal(2);
    expect(words.messages).to.match(/^muniment: --as a\/\/b is not the path of a group\. [^\n]*\n$/);
    const missing = await run([join(root, 'nowhere'), '--as', 'a']);
    expect(missing.messages).to.equal(`muniment: There is no folder ${join(root, 'nowhere')}.\n`);
  });

  it('ends in order when it is interrupted, and goes on from there the next time', async () => {
    const ended = await preserve({ signal: AbortSignal.abort(new Error('stop')) });
    expect(ended).to.include({ code: 130, output: '' });
    expect(ended.messages).to.contain('Stopped while looking. Nothing is lost; no version was made.\nNext: ');
    expect((await preserve()).output).to.contain(preserved(1, '1 file, 10 B'));
  });

  /** Runs until a phase begins, and then interrupts. */
  const interruptAt = (phase: string): Promise<PreserveEnd> => {
    const stopping = new AbortController();
    const onPhase = (name: string): void => {
      if (name.startsWith(phase)) stopping.abort(new Error('stop'));
    };
    return preserve({ signal: stopping.signal, onPhase });
  };

  it('says in one sentence what is safe when it is interrupted, and goes on from there', async () => {
    for (const [phase, sentence] of [
      ['Reading', 'Stopped while reading, 0 of 1 file. Nothing is lost; no version was made.'],
      ['Copying', 'Stopped while copying, 0 of 1 file. Nothing is lost; no version was made.'],
      ['Making version', 'Stopped while making version 1. Nothing is lost.'],
    ] as const) {
      const ended = await interruptAt(phase);
      expect(ended.code, phase).to.equal(130);
      expect(ended.messages, phase)
        .to.match(/^Next: the same command again continues$/m)
        .and.to.contain(`muniment: ${sentence}\n`);
      expect(ended.messages, phase).not.to.match(/(warn|error) +\w+:/);
    }
    const { code, output } = await preserve();
    expect(code).to.equal(0);
    expect(output).to.contain('letters/1911@v1');
  });

  it('has preserved the folder when it is interrupted while the workspace is emptied', async () => {
    const ended = await interruptAt('Emptying');
    expect(ended.code).to.equal(130);
    expect(ended.messages).to.contain(
      'muniment: Stopped after the version was made. The files of its deposit are still in the workspace.\n',
    );
    expect((await preserve()).output).to.equal(same(1));
  });

  it('asks before it takes much away, and takes only a yes for an answer', async () => {
    for (let each = 0; each < 20; each++) await writeFile(join(folder, `page ${each}`), String(each));
    expect((await preserve()).code).to.equal(0);
    for (const each of [1, 2, 4]) await rm(join(folder, `page ${each}`));
    const unasked = await preserve();
    expect(unasked.code).to.equal(3);
    expect(unasked.messages).to.equal(
      'muniment: 3 of 21 files would be deleted. Nothing was changed.\nNext: --dry-run, then --yes\n',
    );
    const asked: string[] = [];
    const answering = (answer: string): PreserveAround => ({
      form: 'terminal',
      ask: (question) => Promise.resolve(asked.push(question) > 0 ? answer : ''),
    });
    const rows = '- deleted   page 1\n- deleted   page 2\n- deleted   page 4\n';
    expect(await preserve(answering(''))).to.include({ code: 3, output: rows });
    expect(asked).to.deep.equal(['3 of 21 files would be deleted. Preserve this as version 2? [y/N]']);
    expect((await preserve(answering('y'))).output).to.equal(`${rows}${preserved(2, '18 files, 37 B')}`);
    await rm(join(folder, 'page 3'));
    expect((await preserve()).output).to.contain('letters/1911@v3');

    await rm(folder, { recursive: true });
    await mkdir(folder);
    const empty = await run([folder, '--as', 'letters/1911', '--yes']);
    expect(empty.code).to.equal(3);
    expect(empty.messages).to.equal(
      `muniment: ${folder} is empty, letters/1911 has 17 files. Nothing was changed. Is a disk not mounted?\n` +
        'Next: if meant: --expect-deleted 17\n',
    );
    expect((await run([folder, '--as', 'letters/new'])).code).to.equal(3);
    const other = await run([folder, '--as', 'letters/1911', '--expect-deleted', '3']);
    expect(other).to.include({ code: 3 });
    expect(other.messages).to.contain('17 files would be deleted, not 3. Nothing was changed.');
    const meant = await run([folder, '--as', 'letters/1911', '--expect-deleted', '17']);
    expect(meant.output).to.contain(`Preserved ${folder} as letters/1911@v4: 0 files, 0 B.`);
  });

  it('names junk, and leaves out what it is told to, the next time too', async () => {
    await writeFile(join(folder, 'Thumbs.db'), 'x');
    await mkdir(join(folder, 'drafts'));
    await writeFile(join(folder, 'drafts/a.txt'), 'x');
    await symlink('a.txt', join(folder, 'drafts/link'));
    const some = [folder, '--as', 'letters/1911', '--exclude', 'drafts/'];
    const first = await run(some);
    expect(first.code, first.messages).to.equal(0);
    expect(first.messages)
      .to.match(/^Note: left out: drafts\/\.$/m)
      .and.to.match(/^Note: Thumbs\.db: this looks like junk, which --exclude junk leaves out\.$/m);
    expect((await run(some)).output).to.equal(same(1));
    const less = await run([...some, '--exclude', 'junk', '--yes']);
    expect(less.messages).to.match(/^Note: left out: Thumbs\.db, drafts\/\.$/m);
    expect(less.output).to.equal(`deleted\t\tThumbs.db\n${preserved(2, '1 file, 10 B')}`);
    expect((await run([...some, '--exclude', 'junk'])).output).to.equal(same(2));
  });

  it('lets the version say what it is told to, under the name that it is told', async () => {
    const words = [
      folder,
      '--as',
      '\u00c4rzteverein/1911',
      '--agent',
      'Clara M\u00fcller',
      '-m',
      'Erste \u00dcbergabe',
    ];
    const { code, output, messages } = await run(words);
    expect(code, messages).to.equal(0);
    expect(output).to.contain(`Preserved ${folder} as \u00c4rzteverein/1911@v1: `);
    const inventory = JSON.parse(await readFile(join(onlyObject(data()), 'inventory.json'), 'utf8')) as {
      versions: { v1: { message: string; user: { name: string } } };
    };
    expect(inventory.versions.v1.message).to.equal('Erste \u00dcbergabe');
    expect(inventory.versions.v1.user.name).to.equal('Clara M\u00fcller');
  });

  it('works under a public address that is not where it listens', async () => {
    const { code, messages } = await preserve(
      setting('MUNIMENT_PRESERVATION_URL', 'https://archive.example/preservation'),
    );
    expect(code, messages).to.equal(0);
  });
});

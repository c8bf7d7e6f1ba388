import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ByteStoreFault } from '../../formats/bytes.js';
import { STATE_PATH } from '../../formats/group-state/state-path.js';
import type { Interruption, Surroundings } from '../../infra/compose/commands/command-surroundings.js';
import { runPreserve } from '../../infra/compose/commands/run-preserve.js';
import type { Ports } from '../../infra/compose/stores/stores.js';
import { faulty, type PortCall } from '../support/faults/faulty.js';
import { startTestPlatform } from '../support/test-platform.js';

interface CommandEnd {
  readonly code: number;
  readonly output: string;
  readonly messages: string;
}

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

  const run = async (words: readonly string[], around: Partial<Surroundings> = {}): Promise<CommandEnd> => {
    const shown = { output: '', messages: '' };
    const code = await runPreserve(words, {
      environment: { MUNIMENT_DATA: join(root, 'data'), MUNIMENT_LOG_LEVEL: 'error' },
      output: { write: (text) => (shown.output += text) },
      messages: { write: (text) => (shown.messages += text) },
      interrupted: new Promise<Interruption>(() => undefined),
      ...around,
    });
    return { code, ...shown };
  };
  const setting = (variable: string, value: string): Partial<Surroundings> => ({
    environment: { MUNIMENT_DATA: join(root, 'data'), MUNIMENT_LOG_LEVEL: 'error', [variable]: value },
  });
  const lastLine = ({ messages }: CommandEnd): string | undefined => messages.trimEnd().split('\n').at(-1);
  const preserve = (around?: Partial<Surroundings>): Promise<CommandEnd> =>
    run([folder, '--as', 'letters/1911'], around);

  it('prints what it made, and finds it there the next time', async () => {
    const first = await preserve();
    expect(first.code, first.messages).to.equal(0);
    expect(first.output)
      .to.match(/^archival group {2}letters\/1911 \(box\)$/m)
      .and.to.match(/^version +v1$/m);
    expect(first.output)
      .to.match(/^files +2 /m)
      .and.to.match(/^changed +2 added, 0 patched, 0 deleted$/m)
      .and.to.match(/^deposit +\w{12}, archived: its files were removed from the workspace$/m);
    const [, object = ''] = /^OCFL object +(.*)$/m.exec(first.output) ?? [];
    expect(await readFile(join(object, 'v1/content/objects/letter.txt'), 'utf8')).to.equal('Dear Clara');
    const second = await preserve();
    expect(second).to.include({ code: 0 });
    expect(second.output)
      .to.match(/^version +v1$/m)
      .and.to.match(/^changed +nothing/m);
  });

  it('ends with 0 where its deposit could not be archived, and says so', async () => {
    const refuse = ({ method, args }: PortCall): void => {
      if (method === 'delete' && args[0] === 'muniment-workspace')
        throw new ByteStoreFault('store-denied', 'the store refuses to delete');
    };
    const ports = (of: Ports): Ports => ({ ...of, bytes: faulty(of.bytes, refuse) });
    const { code, output } = await preserve({ options: { ports } });
    expect(code).to.equal(0);
    expect(output)
      .to.match(/^version +v1$/m)
      .and.to.match(
        /^deposit +(\w{12}) could not be archived: the store refuses to delete\n(?:.*\n)+.*npm run archive -- \1 /m,
      );
  });

  it('keeps when each file was changed, in the METS and in the state of the version', async () => {
    await utimes(join(folder, 'letter.txt'), 1_000_000_000.5, 1_000_000_000.5);
    const { code, output, messages } = await preserve();
    expect(code, messages).to.equal(0);
    const [, object = ''] = /^OCFL object +(.*)$/m.exec(output) ?? [];
    const content = (path: string): Promise<string> => readFile(join(object, 'v1/content', path), 'utf8');
    expect(await content('mets.xml')).to.contain('CreatedByApplication>2001-09-09T01:46:40.500Z<');
    const lines = (await content(STATE_PATH)).trimEnd().split('\n');
    const letter = lines
      .map((line) => JSON.parse(line) as object)
      .find((each) => 'path' in each && each.path === 'objects/letter.txt');
    expect(letter).to.include({ fileModified: '2001-09-09T01:46:40.500Z' });
  });

  it('uploads a folder of many files from a thread of its own', async () => {
    for (let each = 0; each < 70; each++) await writeFile(join(folder, `page #${each}.txt`), `page ${each}`);
    await writeFile(join(folder, 'large.bin'), Buffer.alloc(2_000_000, 7));
    const { code, output, messages } = await preserve();
    expect(code, messages).to.equal(0);
    expect(output).to.match(/^files +73 /m);
    const [, object = ''] = /^OCFL object +(.*)$/m.exec(output) ?? [];
    const objects = join(object, 'v1/content/objects');
    expect(await readdir(objects)).to.have.length(72);
    expect(await readFile(join(objects, 'page #69.txt'), 'utf8')).to.equal('page 69');
  });

  it('starts nothing for a folder that cannot be preserved', async () => {
    await symlink('letter.txt', join(folder, 'link'));
    const { code, output, messages } = await preserve();
    expect(code).to.equal(1);
    expect(output).to.equal('');
    expect(messages).to.match(/cannot be preserved: link is a link, [^\n]*\.\n$/);
    expect(await readdir(root)).to.deep.equal(['box']);
  });

  it('refuses to preserve its own data folder', async () => {
    const { code, messages } = await preserve(setting('MUNIMENT_DATA', join(folder, 'data')));
    expect(code).to.equal(1);
    expect(messages).to.match(/^The data folder .* lies in .*; choose another one with MUNIMENT_DATA\.\n$/);
    expect((await preserve(setting('MUNIMENT_DATA', folder))).code).to.equal(1);
    expect(await readdir(folder)).to.deep.equal(['letter.txt']);
  });

  it('says in a sentence that a data folder is no folder, is newer than it is, or is in use', async () => {
    const file = await preserve(setting('MUNIMENT_DATA', join(folder, 'letter.txt')));
    expect(file.code).to.equal(1);
    expect(lastLine(file)).to.match(/^The data folder .*letter\.txt .*\.$/);

    await mkdir(join(root, 'newer'));
    await writeFile(join(root, 'newer/format.json'), '{"format":99}\n');
    const newer = await preserve(setting('MUNIMENT_DATA', join(root, 'newer')));
    expect(newer.code).to.equal(1);
    expect(lastLine(newer)).to.match(/^The data folder .* has format 99, and this version of Muniment knows/);
    expect(await readdir(join(root, 'newer'))).to.deep.equal(['format.json']);

    const platform = await startTestPlatform();
    try {
      const used = await preserve(setting('MUNIMENT_DATA', platform.data));
      expect(used.code).to.equal(1);
      expect(lastLine(used))
        .to.match(/in use/)
        .and.to.match(/\.$/);
    } finally {
      await platform.remove();
    }
  });

  it('says in a sentence which settings and words do not fit', async () => {
    const level = await preserve(setting('MUNIMENT_LOG_LEVEL', 'loud'));
    expect(level).to.include({ code: 1, output: '' });
    expect(level.messages).to.match(/^The settings do not fit: MUNIMENT_LOG_LEVEL [^\n]*\.\n$/);
    const words = await run([folder, '--as', 'a//b']);
    expect(words.code).to.equal(1);
    expect(words.messages).to.match(/^--as a\/\/b is not a repository path\. [^\n]*\n$/);
    const missing = await run([join(root, 'nowhere'), '--as', 'a']);
    expect(missing.messages).to.match(/^The folder [^\n]* does not exist\.\n$/);
  });

  it('shows help for whoever asks, which ends well', async () => {
    const { code, output, messages } = await run(['--help']);
    expect({ code, messages }).to.deep.equal({ code: 0, messages: '' });
    expect(output).to.match(/^Usage: preserve /);
  });

  it('ends in order when it is interrupted, and goes on from there the next time', async () => {
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const ended = await preserve({ interrupted: Promise.resolve(signal) });
      expect(ended).to.include({ code, output: '' });
      expect(ended.messages).to.equal('Interrupted before anything was changed: the same command begins anew.\n');
    }
    expect((await preserve()).output).to.match(/^version +v1$/m);
  });

  /** Runs until the messages have such a line, and then interrupts. */
  const interruptAt = async (step: string): Promise<CommandEnd> => {
    let interrupt: (signal: Interruption) => void = () => undefined;
    const interrupted = new Promise<Interruption>((resolve) => (interrupt = resolve));
    const shown = { output: '', messages: '' };
    const write = (text: string): void => {
      shown.messages += text;
      if (text.startsWith(step)) interrupt('SIGINT');
    };
    const { code } = await preserve({ interrupted, messages: { write } });
    return { code, ...shown };
  };

  it('says in one sentence what is safe when it is interrupted, and goes on from there', async () => {
    for (const [step, sentence] of [
      ['Looking', 'Interrupted before anything was changed: the same command begins anew.'],
      [
        'Uploading',
        'Interrupted before the import: the archive is as it was, what was uploaded is kept, and the same command goes on from there.',
      ],
      [
        'Importing',
        'Interrupted during the import, of which nothing is lost: the same command carries it to its end, and tells what came of it.',
      ],
    ] as const) {
      const ended = await interruptAt(step);
      expect(ended.code, step).to.equal(130);
      expect(lastLine(ended), step).to.equal(sentence);
      expect(ended.messages, step).not.to.match(/(warn|error) +\w+:/);
    }
    const { code, output } = await preserve();
    expect(code).to.equal(0);
    expect(output).to.match(/^version +v1$/m);
  });

  it('has preserved the folder when it is interrupted while the deposit is archived', async () => {
    const ended = await interruptAt('Archiving');
    expect(ended.code).to.equal(130);
    expect(lastLine(ended)).to.equal(
      'Interrupted after the import: the folder is preserved. The workspace of its deposit may still hold the files, until the next start or npm run archive removes them.',
    );
    const { output } = await preserve();
    expect(output)
      .to.match(/^version +v1$/m)
      .and.to.match(/^changed +nothing/m);
  });

  it('shows with --dry-run what it would change, and leaves nothing behind', async () => {
    const inventories = async (): Promise<string[]> =>
      (await readdir(join(root, 'data/ocfl'), { recursive: true })).filter((path) => path.endsWith('inventory.json'));
    const fresh = await run([folder, '--as', 'letters/1911', '--dry-run']);
    expect(fresh.code, fresh.messages).to.equal(0);
    expect(fresh.output).to.match(/^Nothing was changed\. This would make a new archival group, letters\/1911:\n/);
    expect(await inventories()).to.deep.equal([]);
    expect((await preserve()).code).to.equal(0);

    await writeFile(join(folder, 'new.txt'), 'new');
    await rename(join(folder, 'letter.txt'), join(folder, 'to Clara.txt'));
    const before = await inventories();
    const { code, output } = await run([folder, '--as', 'letters/1911', '--dry-run']);
    expect(code).to.equal(0);
    expect(output).to.match(
      /after v1:\nadded +1 file\n +new\.txt\nrenamed +1 file\n +letter\.txt -> to Clara\.txt\nunchanged +0 files\n$/,
    );
    expect(await inventories()).to.deep.equal(before);
    const platform = await startTestPlatform({ data: join(root, 'data') });
    try {
      const { status } = await platform.call('POST', '/deposits', { archivalGroup: '/repository/letters/1911' });
      expect(status, 'no deposit of the group is open').to.equal(201);
    } finally {
      await platform.stop();
    }
  });

  it('asks before it takes much away, and takes only a yes for an answer', async () => {
    for (let each = 0; each < 20; each++) await writeFile(join(folder, `page ${each}`), String(each));
    expect((await preserve()).code).to.equal(0);
    for (const each of [1, 2, 4]) await rm(join(folder, `page ${each}`));
    const unasked = await preserve();
    expect(unasked).to.include({ code: 3, output: '' });
    expect(lastLine(unasked)).to.equal(
      'letters/1911 would no longer have 3 of its 21 files: page 1, page 2, page 4. Nothing was changed; if it is meant, give the option --yes.',
    );
    const asked: string[] = [];
    const answering = (answer: boolean) => ({
      ask: (question: string) => Promise.resolve(asked.push(question) > 0 && answer),
    });
    expect(await preserve(answering(false))).to.include({ code: 3, output: '' });
    expect(asked).to.deep.equal([
      'letters/1911 would no longer have 3 of its 21 files: page 1, page 2, page 4. Go on?',
    ]);
    expect((await preserve(answering(true))).output).to.match(/^version +v2$/m);
    await rm(join(folder, 'page 3'));
    expect((await preserve()).output).to.match(/^version +v3$/m);

    await rm(folder, { recursive: true });
    await mkdir(folder);
    expect((await preserve()).code).to.equal(3);
    expect((await run([folder, '--as', 'letters/new'])).code).to.equal(3);
    expect((await run([folder, '--as', 'letters/1911', '--yes'])).output).to.match(/^version +v4$/m);
  });

  it('names junk, and leaves out what it is told to, the next time too', async () => {
    await writeFile(join(folder, 'Thumbs.db'), 'x');
    await mkdir(join(folder, 'drafts'));
    await writeFile(join(folder, 'drafts/a.txt'), 'x');
    await symlink('a.txt', join(folder, 'drafts/link'));
    const some = [folder, '--as', 'letters/1911', '--exclude', 'drafts/'];
    const first = await run(some);
    expect(first.code, first.messages).to.equal(0);
    expect(first.output)
      .to.match(/^left out +1: drafts\/$/m)
      .and.to.match(/^looks like junk 1: Thumbs\.db \(/m);
    expect((await run(some)).output).to.match(/^changed +nothing/m);
    const less = await run([...some, '--exclude', 'junk', '--yes']);
    expect(less.output)
      .to.match(/^left out +2: Thumbs\.db, drafts\/$/m)
      .and.to.match(/^changed +0 added, 1 patched, 1 deleted$/m);
    expect((await run([...some, '--exclude', 'junk'])).output).to.match(/^changed +nothing/m);
  });

  it('warns of names that some tools cannot read, and preserves them', async () => {
    await writeFile(join(folder, 'back\\slash.txt'), 'x');
    const { code, messages } = await preserve();
    expect(code).to.equal(0);
    expect(messages).to.match(/^Warning: .*: back\\slash\.txt\.\n/);
  });

  it('lets the version say what it is told to, under the name that it is told', async () => {
    const words = [
      folder,
      '--as',
      '\u00c4rzteverein/1911',
      '--agent',
      'Clara M\u00fcller',
      '--message',
      'Erste \u00dcbergabe',
    ];
    const { code, output, messages } = await run(words);
    expect(code, messages).to.equal(0);
    expect(output).to.match(/^archival group {2}\u00c4rzteverein\/1911 \(box\)$/m);
    const [, object = ''] = /^OCFL object +(.*)$/m.exec(output) ?? [];
    const inventory = JSON.parse(await readFile(join(object, 'inventory.json'), 'utf8')) as {
      versions: { v1: { message: string; user: { name: string } } };
    };
    expect(inventory.versions.v1.message).to.equal('Erste \u00dcbergabe');
    expect(inventory.versions.v1.user.name).to.equal('Clara M\u00fcller');
  });

  it('works under a public address that is not where it listens', async () => {
    const { code, output, messages } = await preserve(
      setting('MUNIMENT_PRESERVATION_URL', 'https://archive.example/preservation'),
    );
    expect(code, messages).to.equal(0);
    expect(output).to.match(
      /^or with the platform, as https:\/\/archive\.example\/preservation\/repository\/letters\/1911:$/m,
    );
  });
});

import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runPreserve, type Interruption, type Surroundings } from '../../infra/compose/run-preserve.js';
import { startTestPlatform } from '../support/test-platform.js';

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly messages: string;
}

describe('the preserve command from its words to its exit code', function () {
  this.timeout(60_000);
  let root: string;
  let folder: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-command-'));
    folder = join(root, 'box');
    await mkdir(folder);
    await writeFile(join(folder, 'letter.txt'), 'Dear Clara');
  });
  afterEach(() => rm(root, { recursive: true }));

  const run = async (words: readonly string[], around: Partial<Surroundings> = {}): Promise<Ended> => {
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
  const lastLine = ({ messages }: Ended): string | undefined => messages.trimEnd().split('\n').at(-1);
  const preserve = (around?: Partial<Surroundings>): Promise<Ended> => run([folder, '--as', 'letters/1911'], around);

  it('prints what it made, and finds it there the next time', async () => {
    const first = await preserve();
    expect(first.code, first.messages).to.equal(0);
    expect(first.output)
      .to.match(/^archival group {2}http.*\/repository\/letters\/1911$/m)
      .and.to.match(/^version +v1$/m);
    expect(first.output)
      .to.match(/^files +2 /m)
      .and.to.match(/^changed +2 added, 0 patched, 0 deleted$/m);
    const [, object = ''] = /^OCFL object +(.*)$/m.exec(first.output) ?? [];
    expect(await readFile(join(object, 'v1/content/objects/letter.txt'), 'utf8')).to.equal('Dear Clara');
    const second = await preserve();
    expect(second).to.include({ code: 0 });
    expect(second.output)
      .to.match(/^version +v1$/m)
      .and.to.match(/^changed +nothing/m);
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
    const words = await run([folder, '--as', 'a b']);
    expect(words.code).to.equal(1);
    expect(words.messages).to.match(/^--as a b is not a repository path\. [^\n]*\n$/);
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
      expect(lastLine(ended)).to.equal('Stopping; the same command goes on from here.');
    }
    expect((await preserve()).output).to.match(/^version +v1$/m);
  });

  it('works under a public address that is not where it listens', async () => {
    const { code, output, messages } = await preserve(
      setting('MUNIMENT_PRESERVATION_URL', 'https://archive.example/preservation'),
    );
    expect(code, messages).to.equal(0);
    expect(output).to.match(/^archival group {2}https:\/\/archive\.example\/preservation\/repository\/letters\/1911$/m);
  });
});

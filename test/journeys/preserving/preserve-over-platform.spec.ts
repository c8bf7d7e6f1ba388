import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openedOnce } from '../../support/platform/opened.js';
import { preserveEnd, type PreserveAround, type PreserveEnd } from '../../support/command-line/preserve-end.js';
import { until } from '../../support/scheduling/until.js';
import { startTestPlatform } from '../../support/platform/test-platform.js';

describe('preserve over a platform that runs', () => {
  const platform = openedOnce(
    () => startTestPlatform(),
    (it) => it.remove(),
  );
  let folder: string;
  let group: string;
  let groups = 0;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muniment-over-'));
    group = `letters/g${++groups}`;
  });
  afterEach(() => rm(folder, { recursive: true }));

  const put = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  };
  const preserve = (words: readonly string[] = [], around: PreserveAround = {}): Promise<PreserveEnd> =>
    preserveEnd([folder, '--as', group, ...words], { server: platform.ready.preservation, ...around });
  const content = async (path: string): Promise<string | null> => {
    const { body } = await platform.call<{ readonly origin: string }>('GET', `/repository/${group}`);
    const root = join(platform.data, 'ocfl', body.origin.replace(/^s3:\/\/[^/]+\//, ''));
    return readFile(join(root, 'v1/content', path), 'utf8').catch(() => null);
  };

  it('makes versions of files of any name, and of empty folders', async () => {
    await put({ 'a"b 100%.txt': 'odd', '語/x\ny.txt': 'break', zero: '' });
    await mkdir(join(folder, 'empty'));
    const first = await preserve();
    expect(first.code, first.messages).to.equal(0);
    expect(first.output).to.equal(`+ added     3 files, 8 B\nPreserved ${folder} as ${group}@v1: 3 files, 8 B.\n`);
    expect(await content('objects/語/x\ny.txt')).to.equal('break');
    expect((await preserve()).output).to.equal(`${folder} is the same as ${group}@v1. No version was made.\n`);
    await rm(join(folder, 'empty'), { recursive: true });
    expect((await preserve()).output).to.contain(`${group}@v2`);
  });

  it('preserves a bag with its tag files, and none that is not valid', async () => {
    const line = (path: string, text: string): string =>
      `${createHash('sha512').update(text).digest('hex')}  ${path}\n`;
    await put({
      'data/a.tif': 'A',
      'bagit.txt': 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
      'bag-info.txt': 'Contact-Name: Ada\n',
      'manifest-sha512.txt': line('data/a.tif', 'A'),
    });
    const first = await preserve();
    expect(first.messages).to.equal(`Bag ${folder}: 1 of 1 file as in manifest-sha512.txt.\n`);
    expect(first.output).to.contain(`Preserved ${folder} as ${group}@v1: 1 file, 1 B.`);
    expect(await content('objects/a.tif')).to.equal('A');
    expect(await content('metadata/ad-hoc/bag/bag-info.txt')).to.equal('Contact-Name: Ada\n');
    expect((await preserve()).output).to.contain('is the same as');
    await put({ 'bag-info.txt': 'Contact-Name: Clara\n' });
    expect((await preserve()).output, 'another tag file').to.contain(`${group}@v2`);
    await put({ 'data/a.tif': 'B' });
    const broken = await preserve();
    expect(broken.code).to.equal(1);
    expect(broken.messages).to.equal(
      `muniment: The bag ${folder} is not valid: 1 differs. No version was made.\nNext: muniment tools bag ${folder}\n`,
    );
  });

  it('waits behind another preserve of the group, and says behind whom', async () => {
    await put({ a: '1' });
    const notes: string[] = [];
    const onNote = (text: string): void => void notes.push(text);
    const both = await Promise.all([preserve([], { onNote }), preserve([], { onNote })]);
    expect(both.map(({ code }) => code)).to.deep.equal([0, 0]);
    expect(both.map(({ output }) => output).sort()).to.deep.equal([
      `+ added     1 file, 1 B\nPreserved ${folder} as ${group}@v1: 1 file, 1 B.\n`,
      `${folder} is the same as ${group}@v1. No version was made.\n`,
    ]);
    expect(notes).to.have.length(1);
    expect(notes[0]).to.match(
      new RegExp(
        `^${group} is being preserved by muniment preserve \\(process ${process.pid}, since \\d\\d:\\d\\d\\)\\. Waiting behind it\\.$`,
      ),
    );
  });

  it('goes on after it was interrupted, also while the platform makes the version', async () => {
    await put({ a: '1', b: '2' });
    const interruptAt = (phase: string): Promise<PreserveEnd> => {
      const stopping = new AbortController();
      const onPhase = (name: string): void => {
        if (name.startsWith(phase)) stopping.abort(new Error('stop'));
      };
      return preserve([], { signal: stopping.signal, onPhase });
    };
    const copying = await interruptAt('Copying');
    expect(copying.code).to.equal(130);
    expect(copying.messages).to.contain('Stopped while copying, 0 of 2 files. Nothing is lost; no version was made.');
    const making = await interruptAt('Making version');
    expect(making.messages).to.match(
      /^muniment: Stopped while making version 1\. Nothing is lost\. The import goes on\.\nNext: muniment jobs follow \w+$/m,
    );
    await until('the platform has made the version', async () => (await content('objects/a')) !== null);
    expect((await preserve()).output).to.contain(`${group}@v1`);
  });

  it('refuses an agent, since the platform knows its callers, and says that one of the settings is not used', async () => {
    await put({ a: '1' });
    const typed = await preserve(['--agent', 'ada']);
    expect([typed.code, typed.messages]).to.deep.equal([
      2,
      'muniment: --agent cannot be used with a platform that runs: it knows its callers itself.\n',
    ]);
    const { messages } = await preserve([], { environment: { MUNIMENT_AGENT: 'ada' } });
    expect(messages).to.equal(
      'Note: the platform knows its callers itself: the agent ada (MUNIMENT_AGENT) is not used.\n',
    );
  });
});

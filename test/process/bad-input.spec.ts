import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { newScratch } from '../support/main-job/kill-case.js';
import { snapshotOf, writeLetters } from '../support/main-job/letters.js';
import { versionOf } from '../support/main-job/outcome-faults.js';
import { repositoryFaults } from '../support/oracle/repository-faults.js';
import { auditDataApart } from '../support/repository/audited-repository.js';
import {
  runCommand,
  startProcess,
  type CommandEnd,
  type RunningPlatform,
} from '../support/command-line/run-command.js';

const run = promisify(execFile);

const NOBODY = 65_534;
const GROUP = 'letters/1911';

/** Lines for whoever waits, and lines of the log; everything else is what went wrong. */
const IN_PASSING = [/^(?:Next: |Note: |New archive in )/, /^\d{4}-\d{2}-\d{2}T\S+ (error|warn)\b/];

const isInPassing = (line: string): boolean => IN_PASSING.some((pattern) => pattern.test(line));

/** The one sentence that a command that failed has said. */
const sentenceOf = ({ code, stdout, stderr }: CommandEnd, expected = 1): string => {
  expect(code, stderr).to.equal(expected);
  expect(stdout, 'what would have been made').to.match(/^(?:\+ added .*\n)?$/);
  const said = stderr.split('\n').filter((line) => line !== '' && !isInPassing(line));
  expect(said, stderr).to.have.length(1);
  expect(said[0]).to.match(/\.$/);
  expect(stderr).to.not.match(/Unexpected|\bat \S+ \(|\bat file:/);
  return (said[0] ?? '').replace(/^muniment: /, '');
};

/** Every version folder of every object on the disk. */
const versionsIn = async (data: string): Promise<string[]> => {
  const entries = await readdir(join(data, 'ocfl'), { recursive: true }).catch(() => []);
  return entries.filter((path) => /\/v\d+$/.test(path));
};

const waysToListen = ['PRESERVATION', 'STORAGE', 'S3'] as const;

describe('bad input, given to the real commands', () => {
  let scratch: string;
  let data: string;
  let folder: string;
  const env = (): Record<string, string> => ({ MUNIMENT_DATA: data });
  const preserve = (options: { readonly uid?: number; readonly as?: string } = {}): Promise<CommandEnd> =>
    runCommand('preserve', [folder, '--as', options.as ?? GROUP], {
      env: env(),
      ...(options.uid === undefined ? {} : { uid: options.uid }),
    });

  beforeEach(async () => {
    scratch = await newScratch();
    [data, folder] = [join(scratch, 'data'), join(scratch, 'letters')];
    await mkdir(folder);
    await writeLetters(folder);
  });
  const started: RunningPlatform[] = [];
  afterEach(async () => {
    for (const running of started.splice(0)) await running.end('SIGKILL'); // where a test has failed
    await rm(scratch, { recursive: true });
  });

  it('says that the folder does not exist, and makes no data folder', async () => {
    folder = join(scratch, 'no such folder');
    expect(sentenceOf(await preserve(), 2)).to.equal(`There is no folder ${folder}.`);
    expect(await readdir(scratch)).to.deep.equal(['letters']);
  });

  it('says which file it may not read, as a user who may not', async function () {
    const isRoot = process.getuid?.() === 0;
    const user = isRoot ? { uid: NOBODY } : {};
    await chmod(scratch, 0o755);
    await mkdir(data);
    if (isRoot) await chown(data, NOBODY, NOBODY);
    if ((await runCommand('preserve', ['--help'], user).catch(() => null))?.code !== 0) {
      console.log('      SKIPPED: an unprivileged user cannot reach this checkout');
      this.skip();
    }
    const secret = join(folder, 'drafts/picture.bin');
    await chmod(secret, 0o000);
    expect(sentenceOf(await preserve(user))).to.equal(
      `${secret} cannot be read (permission denied). No version was made.`,
    );
    expect(await readdir(data)).to.deep.equal([]);

    await chmod(secret, 0o644);
    expect(await preserve(user)).to.include({ code: 0 });
    expect(await repositoryFaults(data, new Map([[GROUP, [versionOf(await snapshotOf(folder))]]]))).to.deep.equal([]);
  });

  for (const slug of ['..', '19%2F11', '%FF'])
    it(`says that ${slug} is no slug`, async () => {
      const sentence = sentenceOf(await preserve({ as: `letters/${slug}` }), 2);
      expect(sentence).to.contain(`--as letters/${slug} is not the path of a group`);
      expect(await readdir(scratch)).to.deep.equal(['letters']);
    });

  for (const listener of waysToListen)
    it(`says that the port is in use that MUNIMENT_${listener}_PORT names`, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const ports = Object.fromEntries(waysToListen.map((each) => [`MUNIMENT_${each}_PORT`, '0']));
      const taken = { ...ports, [`MUNIMENT_${listener}_PORT`]: String(port) };
      const ended = await runCommand('start', [], {
        env: { ...env(), ...taken, MUNIMENT_LOG_LEVEL: 'warn' },
      });
      server.close();
      expect(sentenceOf(ended, 2)).to.match(new RegExp(`cannot listen on 127\\.0\\.0\\.1 port ${port}: it is in use`));
      expect(ended.stderr.trimEnd().split('\n')).to.have.length(1);
    });

  it('says that a running platform has the data folder, which goes on unharmed', async () => {
    const running = await startProcess(env());
    started.push(running);
    const rival = await runCommand('start', [], { env: env() });
    const inUse = /^(?:muniment: )?The archive \S+ is in use by muniment start \(process \d+, since \d\d:\d\d\)\.$/;
    expect(sentenceOf(rival, 5)).to.match(inUse);
    expect(rival.stderr.split('\n').slice(1)).to.deep.equal(['Next: --data <another folder>', '']);
    expect(await preserve(), 'over the platform').to.include({ code: 0 });
    expect((await fetch(`${running.ready.preservation}/health`)).status).to.equal(200);
    expect(await running.end('SIGTERM')).to.include({ code: 0 });
    expect(await preserve()).to.include({ code: 0 });
  });

  it('says that the data folder is of a newer format, and leaves it as it is', async () => {
    await mkdir(data);
    await writeFile(join(data, 'format.json'), '{"format":99}\n');
    const said = `The data folder ${data} has format 99, .* knows formats up to`;
    expect(sentenceOf(await preserve(), 2)).to.match(new RegExp(`^${said}`));
    expect(sentenceOf(await runCommand('start', [], { env: env() }), 2)).to.match(new RegExp(`^${said}`));
    expect(await readdir(data)).to.deep.equal(['format.json']);
  });

  describe('on a disk that is full', () => {
    const mount = (options: string): Promise<unknown> => run('mount', ['-t', 'tmpfs', '-o', options, 'muniment', data]);

    before(async function () {
      const place = await newScratch();
      try {
        await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'muniment', place]);
        await run('umount', [place]);
      } catch {
        console.log('      SKIPPED: a small disk cannot be mounted here, so that none was filled');
        this.skip();
      } finally {
        await rm(place, { recursive: true });
      }
    });
    beforeEach(() => mkdir(data));
    afterEach(() => run('umount', [data]));

    const disks = [
      ['no room for its databases', 'size=100k'],
      ['no room for its log', 'size=300k'],
      ['no room for an upload', 'size=3m'],
    ] as const;
    for (const [what, size] of disks)
      it(`says so where there is ${what}, and goes on once there is`, async () => {
        await writeFile(join(folder, 'large.bin'), Buffer.alloc(4_000_000, 'large '));
        const letters = await snapshotOf(folder);
        await mount(size);
        expect(sentenceOf(await preserve())).to.match(/no room left|disk of .* is full/);
        expect(await versionsIn(data)).to.deep.equal([]);
        expect(await snapshotOf(folder)).to.deep.equal(letters);

        await run('mount', ['-o', 'remount,size=100m', data]);
        expect(await preserve()).to.include({ code: 0 });
        expect(await repositoryFaults(data, new Map([[GROUP, [versionOf(letters)]]]), auditDataApart)).to.deep.equal(
          [],
        );
      });

    it('preserves what there is room for once, since the object is a second name of the upload', async () => {
      await writeFile(join(folder, 'large.bin'), Buffer.alloc(16_000_000, 'large '));
      const letters = await snapshotOf(folder);
      await mount('size=24m');
      expect(await preserve()).to.include({ code: 0 });
      expect(await repositoryFaults(data, new Map([[GROUP, [versionOf(letters)]]]), auditDataApart)).to.deep.equal([]);
    });
  });
});

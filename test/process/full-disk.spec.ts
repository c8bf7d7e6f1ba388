import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { codeOf } from '../../flow/error-code.js';
import { newScratch } from '../support/main-job/kill-case.js';
import {
  runCommand,
  startProcess,
  type CommandEnd,
  type RunningPlatform,
} from '../support/command-line/run-command.js';
import { until } from '../support/scheduling/until.js';

const run = promisify(execFile);

/** Fills the disk of a folder but for so many bytes, with one file; a process that runs may fill it first. */
const fill = async (data: string, left: number): Promise<void> => {
  const { bavail, bsize } = await statfs(data);
  const filling = writeFile(join(data, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - left)));
  await filling.catch((error: unknown) => {
    if (codeOf(error) !== 'ENOSPC') throw error;
  });
};
const makeRoom = (data: string): Promise<void> => rm(join(data, 'filler'), { force: true });

const KiB = 1024;
/** Too little to start, to write the read models, and to take a file. */
const LEFT = [0, 500, 575, 650, 725, 900].map((kibibytes) => kibibytes * KiB);

describe('a process whose disk is full', function () {
  this.timeout(120_000);
  let data: string;
  before(async function () {
    data = join(await newScratch(), 'data');
    await mkdir(data);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'muniment', data]).catch(() => {
      console.log('      SKIPPED: a small disk cannot be mounted here, so that none was filled');
      this.skip();
    });
  });
  after(async () => {
    await run('umount', [data]).catch(() => undefined);
    await rm(join(data, '..'), { recursive: true });
  });
  const started: RunningPlatform[] = [];
  afterEach(async () => {
    for (const running of started.splice(0)) await running.end('SIGKILL'); // before the disk goes
    await makeRoom(data);
  });

  it('is not ready, says why, and is ready again once there is room', async () => {
    const running = await startProcess({ MUNIMENT_DATA: data, MUNIMENT_LOG_LEVEL: 'warn' });
    started.push(running);
    const ready = async () => {
      const answer = await fetch(`${running.ready.operations}/ready`);
      return { status: answer.status, faults: ((await answer.json()) as { faults: string[] }).faults };
    };
    await until('it is ready', async () => (await ready()).status === 200);
    await fill(data, 0);
    const full = 'the disk of the data folder cannot be written to: there is no room left on it';
    await until('it says that the disk is full', async () => (await ready()).faults.includes(full));
    expect((await ready()).status).to.equal(503);
    const change = (): Promise<unknown> =>
      fetch(`${running.ready.preservation}/deposits`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
    const told = (): string[] =>
      running.said().match(/(?<=Z )(warn|error) +(presence|projections|workers|search): .*/g) ?? [];
    await until('it tells of what it cannot write', async () => {
      await change();
      return told().length > 0;
    });
    for (let time = 0; time < 20; time++) await change();
    expect(told()).to.deep.equal([...new Set(told())]);
    await makeRoom(data);
    await change();
    await until('it is ready again', async () => (await ready()).status === 200);
    expect(await running.end('SIGTERM')).to.include({ code: 0 });
  });

  it('ends preserve with 1 and the reason, and the same command goes on from there once there is room', async () => {
    const folder = join(data, '..', 'letters');
    await mkdir(folder);
    const preserve = async (): Promise<CommandEnd> => {
      await writeFile(join(folder, 'a letter'), randomBytes(30 * KiB)); // another version
      const env = { MUNIMENT_DATA: data, MUNIMENT_WAIT_SECONDS: '4' };
      return runCommand('preserve', [folder, '--as', 'letters/1911', '--yes'], { env });
    };
    const first = await preserve();
    expect(first.code, first.stderr).to.equal(0);
    for (const left of LEFT) {
      await fill(data, left);
      const { code, signal, stderr } = await preserve();
      expect(signal, `with ${left} bytes: ${stderr}`).to.equal(null);
      expect(code, `with ${left} bytes: ${stderr}`).to.be.oneOf([1, 2]);
      expect(stderr, `with ${left} bytes`).to.match(/no room left|disk of .* is full/);
      await makeRoom(data);
    }
    const last = await preserve();
    expect(last.code, last.stderr).to.equal(0);
  });

  it('ends export and archive with the reason, and both do their work once there is room', async () => {
    const folder = join(data, '..', 'maps');
    await mkdir(folder);
    await writeFile(join(folder, 'a map'), randomBytes(30 * KiB));
    const env = { MUNIMENT_DATA: data, MUNIMENT_WAIT_SECONDS: '4' };
    const kept = await runCommand('preserve', [folder, '--as', 'maps/1911', '--yes', '--keep-workspace'], { env });
    expect(kept.code, kept.stderr).to.equal(0);
    const exported = (left: number): Promise<CommandEnd> =>
      runCommand('export', ['maps/1911', '--to', `s3://muniment-workspace/exports/${left}`], { env });
    const archived = (): Promise<CommandEnd> => runCommand('archive', ['--older-than', 'P0D'], { env });
    for (const left of [0, 620 * KiB])
      for (const run of [exported, archived]) {
        await fill(data, left);
        const { code, signal, stderr } = await run(left);
        expect(signal, `with ${left} bytes: ${stderr}`).to.equal(null);
        expect(code, `with ${left} bytes: ${stderr}`).to.be.oneOf([2, 5]);
        expect(stderr, `with ${left} bytes`).to.match(/no room left|disk of .* is full/);
        await makeRoom(data);
      }
    const copied = await exported(1);
    expect(copied.stdout, copied.stderr).to.contain('Exported maps/1911@v1');
    const emptied = await archived();
    expect(emptied.stdout, emptied.stderr).to.contain('Archived 1 deposit');
    const same = await runCommand('verify', ['maps/1911', folder], { env });
    expect(same.code, same.stdout).to.equal(0);
  });
});

import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { newScratch } from '../support/main-job/kill-case.js';
import { startProcess, type RunningPlatform } from '../support/run-command.js';
import { until } from '../support/scheduling/until.js';

const run = promisify(execFile);

describe('a process whose disk is full', () => {
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
  });

  it('is not ready, says why, and is ready again once there is room', async () => {
    const running = await startProcess({ MUNIMENT_DATA: data, MUNIMENT_LOG_LEVEL: 'error' });
    started.push(running);
    const ready = async () => {
      const answer = await fetch(`${running.ready.operations}/ready`);
      return { status: answer.status, faults: ((await answer.json()) as { faults: string[] }).faults };
    };
    await until('it is ready', async () => (await ready()).status === 200);
    const filler = join(data, 'filler');
    await writeFile(filler, Buffer.alloc(20_000_000)).catch(() => undefined);
    const full = 'the disk of the data folder cannot be written to: there is no room left on it';
    await until('it says that the disk is full', async () => (await ready()).faults.includes(full));
    expect((await ready()).status).to.equal(503);
    await rm(filler);
    await until('it is ready again', async () => (await ready()).status === 200);
    expect(await running.end('SIGTERM')).to.include({ code: 0 });
  });
});

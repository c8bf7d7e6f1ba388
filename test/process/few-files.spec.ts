import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { mostOpenFiles } from '../../infra/compose/serving/open-files.js';
import { newScratch } from '../support/main-job/kill-case.js';
import { runCommand, startProcess, type RunningPlatform } from '../support/command-line/run-command.js';

describe('a process that may have few files open', () => {
  let data: string;
  before(function () {
    if (mostOpenFiles() !== null) return;
    console.log('      SKIPPED: this system does not tell how many files a process may have open');
    this.skip();
  });
  beforeEach(async () => (data = join(await newScratch(), 'data')));
  const started: RunningPlatform[] = [];
  afterEach(async () => {
    for (const running of started.splice(0)) await running.end('SIGKILL');
    await rm(join(data, '..'), { recursive: true, force: true });
  });

  for (const verb of ['start', 'preserve', 'audit', 'ls'])
    it(`says so in one sentence where these are too few: ${verb}`, async () => {
      const ended = await runCommand(verb, [], { env: { MUNIMENT_DATA: data }, openFiles: 128 });
      expect(ended).to.deep.include({ code: 2, stdout: '' });
      expect(ended.stderr).to.match(/^This process can open only 128 files at once and needs 512\. .*\.\n$/);
    });

  it('goes on answering while strangers hold more connections than it may have files', async () => {
    const running = await startProcess({ MUNIMENT_DATA: data, MUNIMENT_LOG_LEVEL: 'error' }, { openFiles: 512 });
    started.push(running);
    const { preservation, storage, operations, s3 } = running.ready;
    const strangers: Socket[] = [];
    const addresses = [preservation, storage, s3.endpoint];
    for (const address of Array.from({ length: 200 }, () => addresses).flat()) {
      const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
      strangers.push(socket);
      await once(socket, 'connect');
    }
    expect((await fetch(`${operations}/ready`)).status).to.equal(200);
    for (const socket of strangers.splice(0)) socket.destroy();
    const health = async (): Promise<boolean> => (await fetch(`${preservation}/health`).catch(() => null))?.ok === true;
    while (!(await health()));
    expect(await running.end('SIGTERM')).to.include({ code: 0 });
  });
});

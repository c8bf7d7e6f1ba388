import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { newScratch } from '../support/main-job/kill-case.js';
import { runCommand, startProcess } from '../support/command-line/run-command.js';

describe('a program whose output nobody reads any more', () => {
  let scratch: string;
  beforeEach(async () => (scratch = await newScratch()));
  afterEach(() => rm(scratch, { recursive: true, force: true }));

  it('preserves a folder to the end', async () => {
    const [folder, env] = [join(scratch, 'folder'), { MUNIMENT_DATA: join(scratch, 'data') }];
    await mkdir(folder);
    await writeFile(join(folder, 'letter.txt'), 'kept');
    const ended = await runCommand('preserve', [folder, '--as', 'letters'], { env, isUnread: true });
    expect(ended).to.include({ code: 0, signal: null });
    const { stdout } = await runCommand('audit', [], { env });
    expect(stdout).to.match(/^No findings: 1 object/);
  });

  it('serves on, however much it has to log', async () => {
    const running = await startProcess({ MUNIMENT_DATA: join(scratch, 'data'), MUNIMENT_LOG_LEVEL: 'debug' });
    running.leave();
    for (let count = 0; count < 20; count++)
      expect((await fetch(`${running.ready.preservation}/deposits`)).status).to.equal(200);
    expect(await running.end('SIGTERM')).to.include({ code: 0, signal: null });
  });
});

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { newScratch } from '../support/main-job/kill-case.js';
import { runCommand, startProcess } from '../support/command-line/run-command.js';

/** Settings of a process in which an error happens that nothing handles, when it gets the signal SIGUSR2. */
const failing = (how: string): Readonly<Record<string, string>> => {
  const code = `process.on('SIGUSR2', () => ${how})`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` };
};

describe('a platform in which an error happens that nothing handles', () => {
  let scratch: string;
  beforeEach(async () => (scratch = await newScratch()));
  afterEach(() => rm(scratch, { recursive: true, force: true }));

  for (const [what, how] of [
    ['rejection', "Promise.reject(new Error('nobody waits'))"],
    ['exception', "{ throw new Error('nobody waits'); }"],
  ] as const) {
    it(`logs the ${what} with its stack, ends in order, and exits with 1`, async () => {
      const env = { MUNIMENT_DATA: join(scratch, 'data'), ...failing(how) };
      const running = await startProcess(env);
      running.mayFail();
      const put = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"type":"Container"}' };
      expect((await fetch(`${running.ready.preservation}/repository/letters`, put)).status).to.equal(201);
      const ended = await running.end('SIGUSR2');
      expect(ended).to.include({ code: 1, signal: null });
      expect(ended.stderr).to.match(
        /error process: An error that nothing handled ends the process stack="Error: nobody/,
      );
      expect(ended.stderr).to.match(/stack=".*at process\.<anonymous>/);
      const { stdout } = await runCommand('audit', [], { env: { MUNIMENT_DATA: join(scratch, 'data') } });
      expect(stdout).to.match(/^No findings/);
    });
  }
});

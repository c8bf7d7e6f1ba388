import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/temporary-folder.js';
import { until } from '../support/scheduling/until.js';

/** How many processes keep their temporary files in a folder. */
const processesIn = (folder: string): number => {
  const isThere = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`TMPDIR=${folder}`);
    } catch {
      return false; // it has ended, or is of another user
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isThere(name)).length;
};

describe('a process that makes images', function () {
  this.timeout(60_000);
  const folder = temporaryFolder();

  before(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('ends when the process that started it is killed, in the middle of an image', async () => {
    const program = fileURLToPath(new URL('./image-renderer.js', import.meta.url));
    const parent = spawn(process.execPath, [program, folder()], { stdio: 'ignore' });
    await until('an image is being made', () => processesIn(folder()) > 0, 30_000);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await until('no process is left', () => processesIn(folder()) === 0, 30_000);
  });
});

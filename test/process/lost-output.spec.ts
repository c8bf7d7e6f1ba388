import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Ready } from '../../infra/compose/platform/platform.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const PROGRAM = fileURLToPath(new URL('../../infra/compose/platform-process.js', import.meta.url));
/** A device that has no room for anything. */
const FULL = '/dev/full';

describe('a platform whose log cannot be written', () => {
  const data = temporaryFolder();

  it('serves on, is not ready, says why, and counts what is lost', async function () {
    if (!existsSync(FULL)) this.skip();
    const full = openSync(FULL, 'w');
    const child = spawn(process.execPath, [PROGRAM], {
      stdio: ['ignore', 'pipe', full],
      env: {
        PATH: process.env['PATH'],
        MUNIMENT_DATA: data(),
        MUNIMENT_PRESERVATION_PORT: '0',
        MUNIMENT_STORAGE_PORT: '0',
        MUNIMENT_S3_PORT: '0',
        MUNIMENT_OPERATIONS_PORT: '0',
      },
    });
    closeSync(full);
    const exit = once(child, 'exit');
    const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
    const { preservation, operations } = JSON.parse(line) as Ready;
    const ready = await fetch(`${operations}/ready`);
    expect(ready.status).to.equal(503);
    expect(await ready.text()).to.include('the log is lost: there is no room left where it is written');
    expect((await fetch(`${preservation}/deposits`)).status).to.equal(200);
    expect(await (await fetch(`${operations}/metrics`)).text()).to.match(/^muniment_output_lost [1-9]/m);
    child.kill('SIGTERM');
    expect(await exit).to.deep.equal([0, null]);
  });
});

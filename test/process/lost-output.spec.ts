import { closeSync, existsSync, openSync } from 'node:fs';
import { expect } from 'chai';
import type { Ready } from '../../infra/compose/platform/platform.js';
import { FREE_PORTS } from '../support/platform/own-config.js';
import { startProgram } from '../support/processes/program.js';
import { programOf } from '../support/command-line/run-command.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A device that has no room for anything. */
const FULL = '/dev/full';

describe('a platform whose log cannot be written', () => {
  const data = temporaryFolder();

  it('serves on, is not ready, says why, and counts what is lost', async function () {
    if (!existsSync(FULL)) this.skip();
    const full = openSync(FULL, 'w');
    const env = { ...FREE_PORTS, MUNIMENT_DATA: data() };
    const program = startProgram({ ...programOf('start'), env, errors: full });
    closeSync(full);
    const { preservation, operations } = JSON.parse(await program.firstLine()) as Ready;
    const ready = await fetch(`${operations}/ready`);
    expect(ready.status).to.equal(503);
    expect(await ready.text()).to.include('the log is lost: there is no room left where it is written');
    expect((await fetch(`${preservation}/deposits`)).status).to.equal(200);
    expect(await (await fetch(`${operations}/metrics`)).text()).to.match(/^muniment_output_lost [1-9]/m);
    expect(await program.end('SIGTERM')).to.deep.equal({ code: 0, signal: null });
  });
});

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../support/temporary-folder.js';

const STREAMS = JSON.stringify(new URL('../../../infra/log/standard-streams.js', import.meta.url).href);

/** Writes to a log whose disk is full for a while, and prints what is known of it. */
const PROGRAM = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { logFault, lostOutput, outliveOutput } = await import(${STREAMS});
  outliveOutput();
  const write = fs.writeSync;
  const disk = (to) => { fs.writeSync = to; syncBuiltinESMExports(); };
  disk(() => { throw Object.assign(new Error('full'), { code: 'ENOSPC' }); });
  process.stderr.write('one\\n');
  process.stderr.write('two\\n');
  const full = [logFault(), logFault(), lostOutput()];
  disk(write);
  const again = logFault();
  process.stderr.write('three\\n');
  console.log(JSON.stringify({ full, again }));`;

describe('a log on a disk that is full for a while', () => {
  const folder = temporaryFolder();

  it('is written to again as soon as there is room, beginning with how many lines were lost', () => {
    const path = join(folder(), 'log');
    const log = openSync(path, 'a');
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      stdio: ['ignore', 'pipe', log],
      encoding: 'utf8',
    });
    closeSync(log);
    const fault = 'the log is lost: there is no room left where it is written';
    expect(JSON.parse(stdout)).to.deep.equal({ full: [fault, fault, 2], again: null });
    expect(readFileSync(path, 'utf8')).to.match(
      /^\n\S+ warn {2}log: Lines before this one were lost count=2\nthree\n$/,
    );
  });
});

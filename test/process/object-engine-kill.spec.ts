import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { allowedIn, linesOf } from '../support/power-cuts/allowed-log.js';
import { examineImage } from '../support/power-cuts/examine-image.js';
import { startProgram } from '../support/processes/program.js';
import { until } from '../support/scheduling/until.js';
import { SEED } from '../support/random/seed.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('the object engine, killed while it writes', () => {
  const folder = temporaryFolder();

  for (const bucket of ['workspace', 'repository'])
    it(`has every acknowledged object of the ${bucket} whole and nothing left over, kill after kill`, async () => {
      const [home, log] = [join(folder(), 'data'), join(folder(), 'log')];
      for (const [kill, written] of [1, 50, 200, 400].entries()) {
        const before = linesOf(log).length;
        const words = [home, bucket, log, `${SEED + kill}`];
        const writer = startProgram({ file: 'test/process/programs/store-writer.js', words });
        const isKilled = (): boolean => linesOf(log).length >= before + 2 * written || !writer.isRunning();
        await until('the engine has written so much', isKilled);
        expect(await writer.end(), writer.said()).to.deep.equal({ code: null, signal: 'SIGKILL' });
        const allowed = allowedIn(linesOf(log));
        const found = await examineImage(home, bucket, allowed, `after kill ${kill}`);
        // What was there once stays. It is not alone where it was not answered, so that it may lack its content type.
        const kept = [...found].map(([key, text]) => [key, allowed.get(key)?.length === 1 ? [text] : [text, text]]);
        writeFileSync(log, kept.map((line) => `${JSON.stringify(line)}\n`).join(''));
      }
    });
});

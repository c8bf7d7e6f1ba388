import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { putForeign } from '../support/repository/foreign-object.js';
import { runCommand } from '../support/run-command.js';
import { startTestPlatform } from '../support/test-platform.js';

const OBJECTS = 60;
const PROGRAM = fileURLToPath(new URL('../../infra/compose/adopt.js', import.meta.url));

describe('an adoption that is killed', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muniment-adopt-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  for (const killedAfter of [1, 20])
    it(`is finished by the next one, after ${killedAfter} of ${OBJECTS} groups were told of`, async () => {
      const data = join(folder, 'data');
      await (await startTestPlatform({ data })).stop();
      const versions = [
        { files: { 'a.txt': 'one' }, created: '2020-01-01T00:00:00Z' },
        { files: { 'a.txt': 'two' }, created: '2021-01-01T00:00:00Z' },
      ];
      for (let number = 1; number <= OBJECTS; number++)
        await putForeign(join(data, 'ocfl'), { id: `info:repo/boxes/box-${number % 7}/${number}`, versions });
      const env = { PATH: process.env['PATH'] ?? '', MUNIMENT_DATA: data };

      const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'ignore'], env });
      const ended = once(child, 'exit');
      let told = 0;
      for await (const line of createInterface(child.stdout))
        if (line.startsWith('adopted\t') && ++told === killedAfter) child.kill('SIGKILL');
      expect(await ended).to.deep.equal([null, 'SIGKILL']);

      const again = await runCommand('adopt', [], { env });
      expect(again.code, again.stderr).to.equal(0);
      expect(again.stdout).to.match(/^Adopted \d+ versions of \d+ groups?; \d+ objects? known already; 0 objects not/m);
      const audited = await runCommand('audit', [], { env });
      expect(audited.code, audited.stdout).to.equal(0);
      expect(audited.stdout).to.contain(`${OBJECTS} objects, ${2 * OBJECTS} versions`);
    });
});

import { join } from 'node:path';
import { expect } from 'chai';
import { killedAfter } from '../support/processes/program.js';
import { putForeign } from '../support/repository/foreign-object.js';
import { programOf, runCommand } from '../support/command-line/run-command.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startTestPlatform } from '../support/platform/test-platform.js';

const OBJECTS = 60;

describe('an adoption that is killed', () => {
  const folder = temporaryFolder();

  for (const killedAfterGroups of [1, 20])
    it(`is finished by the next one, after ${killedAfterGroups} of ${OBJECTS} groups were told of`, async () => {
      const data = join(folder(), 'data');
      await (await startTestPlatform({ data })).stop();
      const versions = [
        { files: { 'a.txt': 'one' }, created: '2020-01-01T00:00:00Z' },
        { files: { 'a.txt': 'two' }, created: '2021-01-01T00:00:00Z' },
      ];
      for (let number = 1; number <= OBJECTS; number++)
        await putForeign(join(data, 'ocfl'), { id: `info:repo/boxes/box-${number % 7}/${number}`, versions });
      const env = { MUNIMENT_DATA: data };

      await killedAfter({ ...programOf('adopt'), env }, killedAfterGroups, (line) => line.startsWith('adopted\t'));

      const again = await runCommand('adopt', [], { env });
      expect(again.code, again.stderr).to.equal(0);
      expect(again.stdout).to.match(/^Adopted \d+ versions of \d+ groups?; \d+ objects? known already\.$/m);
      const audited = await runCommand('audit', [], { env });
      expect(audited.code, audited.stdout).to.equal(0);
      expect(audited.stdout).to.contain(`${OBJECTS} objects, ${2 * OBJECTS} versions`);
    });
});

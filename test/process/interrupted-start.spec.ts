import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { startEventStoreDb } from '../support/eventstoredb/server.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { until } from '../support/scheduling/until.js';

const PROGRAM = fileURLToPath(new URL('../../infra/compose/platform-process.js', import.meta.url));

describe('a process that waits for a server at its start', () => {
  const data = temporaryFolder();

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`ends in order at the first ${signal}`, async () => {
      const away = await startEventStoreDb();
      await away.stop();
      const child = spawn(process.execPath, [PROGRAM], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env['PATH'],
          MUNIMENT_DATA: data(),
          MUNIMENT_EVENTSTORE_URL: away.url,
          MUNIMENT_PRESERVATION_PORT: '0',
          MUNIMENT_STORAGE_PORT: '0',
          MUNIMENT_S3_PORT: '0',
          MUNIMENT_OPERATIONS_PORT: '0',
        },
      });
      let said = '';
      for (const output of [child.stdout, child.stderr]) {
        output.setEncoding('utf8').on('data', (text: string) => void (said += text));
      }
      const exit = once(child, 'exit');
      await until('it waits', () => said.includes('waits for a server'));
      child.kill(signal);
      expect(await exit, said).to.deep.equal([0, null]);
      expect(said).to.not.contain('"ready"');
    });
  }
});

import { expect } from 'chai';
import { startEventStoreDb } from '../support/eventstoredb/server.js';
import { FREE_PORTS } from '../support/platform/own-config.js';
import { startProgram } from '../support/processes/program.js';
import { programOf } from '../support/command-line/run-command.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { until } from '../support/scheduling/until.js';

describe('a process that waits for a server at its start', () => {
  const data = temporaryFolder();

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`ends in order at the first ${signal}`, async () => {
      const away = await startEventStoreDb();
      await away.stop();
      const env = { ...FREE_PORTS, MUNIMENT_DATA: data(), MUNIMENT_EVENTSTORE_URL: away.url };
      const program = startProgram({ ...programOf('start'), env });
      await until('it waits', () => (program.output() + program.said()).includes('waits for a server'));
      expect(await program.end(signal), program.said()).to.deep.equal({ code: 0, signal: null });
      expect(program.output()).to.not.contain('"ready"');
    });
  }
});

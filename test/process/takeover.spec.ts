import { expect } from 'chai';
import { startEventStoreDb } from '../support/eventstoredb/server.js';
import { startProcess, type RunningPlatform } from '../support/command-line/run-command.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { until } from '../support/scheduling/until.js';

interface Report {
  readonly ready: boolean;
  readonly readers: readonly { readonly name: string; readonly active: boolean }[];
}

/** Longer than the test: whoever waited for the lease of the dead would not be done in time. */
const TAKEOVER_SECONDS = '3600';

describe('the only process on a data folder, with its log on a server', () => {
  const data = temporaryFolder();

  const report = async ({ ready }: RunningPlatform): Promise<Report> =>
    (await (await fetch(`${ready.operations}/ready`)).json()) as Report;
  const idle = async (platform: RunningPlatform): Promise<string[]> =>
    (await report(platform)).readers.filter(({ active }) => !active).map(({ name }) => name);
  const runsEverything = (platform: RunningPlatform) =>
    until('everything runs', async () => (await idle(platform)).length === 0);

  it('takes over at once from the one that was killed there', async () => {
    const eventStore = await startEventStoreDb();
    const env = {
      MUNIMENT_DATA: data(),
      MUNIMENT_EVENTSTORE_URL: eventStore.url,
      MUNIMENT_TAKEOVER_SECONDS: TAKEOVER_SECONDS,
      MUNIMENT_DRAIN_SECONDS: '0',
      MUNIMENT_LOG_LEVEL: 'error',
    };
    const first = await startProcess(env);
    await runsEverything(first);
    expect((await report(first)).readers.map(({ name }) => name)).to.include.members(['relay', 'steward', 'sweeper']);
    await first.end('SIGKILL');
    const second = await startProcess(env);
    await runsEverything(second);
    expect((await second.end('SIGTERM')).code).to.equal(0);
    await eventStore.stop();
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDataFolder } from '../../../infra/embedded/data-folder.js';
import { startEventStoreDb, type EventStoreDbServer } from '../../support/eventstoredb/server.js';
import { startMuniment } from '../../support/command-line/run-muniment.js';
import { until } from '../../support/scheduling/until.js';

interface RunningCommand {
  readonly ended: Promise<number>;
  readonly output: () => string;
  readonly messages: () => string;
  readonly interrupt: () => void;
}

const WAITING = /Waiting for the event store/g;

describe('a command whose event store is away', () => {
  let root: string;
  let server: EventStoreDbServer;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-command-'));
    await mkdir(join(root, 'box'));
    await writeFile(join(root, 'box/letter.txt'), 'Dear Clara');
    await openDataFolder(join(root, 'data'));
    server = await startEventStoreDb();
    await server.stop();
  });
  afterEach(async () => {
    await server.stop();
    await rm(root, { recursive: true });
  });

  const words = {
    preserve: () => ['preserve', join(root, 'box'), '--as', 'letters/1911'],
    audit: () => ['audit'],
    adopt: () => ['adopt'],
  };
  const start = (name: keyof typeof words, more: Readonly<Record<string, string>> = {}): RunningCommand => {
    const stopping = new AbortController();
    const { ended, stdout, stderr } = startMuniment(words[name](), {
      interruption: { signal: stopping.signal, exitCode: () => 143 },
      environment: {
        MUNIMENT_DATA: join(root, 'data'),
        MUNIMENT_EVENTSTORE_URL: server.url,
        MUNIMENT_DRAIN_SECONDS: '300',
        ...more,
      },
    });
    const interrupt = (): void => stopping.abort(new Error('stop'));
    return { ended: ended.then(({ code }) => code), output: stdout, messages: stderr, interrupt };
  };
  const untilWaiting = ({ messages }: RunningCommand) =>
    until('it says what it waits for', () => messages().match(WAITING) !== null);

  for (const name of ['preserve', 'audit', 'adopt'] as const) {
    describe(`(${name})`, () => {
      it('says what it waits for, and ends at the first signal', async () => {
        const running = start(name);
        await untilWaiting(running);
        running.interrupt();
        expect(await running.ended).to.equal(143);
        expect(running.messages().match(WAITING)).to.have.length(1);
        expect(running.output()).to.equal('');
      });

      it('ends with a sentence when it has waited for as long as it may', async () => {
        const running = start(name, { MUNIMENT_WAIT_SECONDS: '0' });
        expect(await running.ended).to.equal(5);
        expect(running.messages()).to.match(
          /^muniment: The event store did not answer within 0 s \(MUNIMENT_WAIT_SECONDS\): .*\.$/m,
        );
      });
    });
  }

  it('goes on when it is back, and leaves at once when it is done, whatever others have to drain', async () => {
    const running = start('preserve');
    await untilWaiting(running);
    await server.start();
    expect(await running.ended, running.messages()).to.equal(0);
    expect(running.output()).to.contain('letters/1911@v1');
    expect(running.messages().match(WAITING)).to.have.length(1);
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runAdopt } from '../../infra/compose/commands/run-adopt.js';
import { runAudit } from '../../infra/compose/commands/run-audit.js';
import type { Interruption, Surroundings } from '../../infra/compose/commands/command-surroundings.js';
import { openDataFolder } from '../../infra/embedded/data-folder.js';
import { startEventStoreDb, type EventStoreDbServer } from '../support/eventstoredb/server.js';
import { preserveEnd } from '../support/command-line/preserve-end.js';
import { until } from '../support/scheduling/until.js';

interface RunningCommand {
  readonly ended: Promise<number>;
  readonly output: () => string;
  readonly messages: () => string;
  readonly interrupt: (signal: Interruption) => void;
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

  const commands = {
    preserve: async ({ environment, output, messages, interrupted }: Surroundings) => {
      const stopping = new AbortController();
      interrupted.then(() => stopping.abort(new Error('stop'))).catch(() => undefined);
      const onNote = (text: string): void => void messages.write(`${text}\n`);
      const words = [join(root, 'box'), '--as', 'letters/1911'];
      const end = await preserveEnd(words, { environment, signal: stopping.signal, onNote, exitCode: 143 });
      output.write(end.output);
      messages.write(end.fault);
      return end.code;
    },
    audit: (around: Surroundings) => runAudit([], around),
    adopt: (around: Surroundings) => runAdopt([], around),
  };
  const start = (name: keyof typeof commands, more: Readonly<Record<string, string>> = {}): RunningCommand => {
    const shown = { output: '', messages: '' };
    let interrupt: RunningCommand['interrupt'] = () => undefined;
    const ended = commands[name]({
      environment: {
        MUNIMENT_DATA: join(root, 'data'),
        MUNIMENT_EVENTSTORE_URL: server.url,
        MUNIMENT_DRAIN_SECONDS: '300',
        ...more,
      },
      output: { write: (text) => (shown.output += text) },
      messages: { write: (text) => (shown.messages += text) },
      interrupted: new Promise<Interruption>((resolve) => (interrupt = resolve)),
    });
    return {
      ended,
      output: () => shown.output,
      messages: () => shown.messages,
      interrupt: (signal) => interrupt(signal),
    };
  };
  const untilWaiting = ({ messages }: RunningCommand) =>
    until('it says what it waits for', () => messages().match(WAITING) !== null);

  for (const [name, failed] of [
    ['preserve', 5],
    ['audit', 2],
    ['adopt', 2],
  ] as const) {
    describe(`(${name})`, () => {
      it('says what it waits for, and ends at the first signal', async () => {
        const running = start(name);
        await untilWaiting(running);
        running.interrupt('SIGTERM');
        expect(await running.ended).to.equal(143);
        expect(running.messages().match(WAITING)).to.have.length(1);
        expect(running.output()).to.equal('');
      });

      it('ends with a sentence when it has waited for as long as it may', async () => {
        const running = start(name, { MUNIMENT_WAIT_SECONDS: '0' });
        expect(await running.ended).to.equal(failed);
        expect(running.messages()).to.match(
          /^(?:muniment: )?The event store did not answer within 0 s \(MUNIMENT_WAIT_SECONDS\): .*\.$/m,
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

import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedFact } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { logOf } from '../../support/command-bench.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';

const unheard = (): void => undefined;
const silent = { error: unheard, warn: unheard, info: unheard, debug: unheard };

describe('a platform whose shared records were deleted while it was stopped', () => {
  let root: string;
  let data: string;
  let platform: TestPlatform | null = null;
  let events: EventStore;

  const start = async (): Promise<TestPlatform> =>
    (platform = await startTestPlatform({
      data,
      log: () => silent,
      ports: (ports) => {
        events = ports.events;
        return ports;
      },
    }));
  /** The log when nothing is left to do. */
  const settled = async (): Promise<RecordedFact[]> => {
    await platform!.settle();
    return logOf(events);
  };
  const stopWithoutRecords = async (): Promise<void> => {
    await platform?.stop();
    platform = null;
    for (const end of ['', '-wal', '-shm']) await rm(join(data, `shared-records.sqlite${end}`), { force: true });
  };
  /** Asks for the import of a new group without files; answers the path of the result. */
  const submit = async (slug: string): Promise<string> => {
    const { call } = platform!;
    const archivalGroup = `/repository/letters/${slug}`;
    const created = await call<{ id: string }>('POST', '/deposits', { archivalGroup });
    const { pathname: deposit } = new URL(created.body.id);
    const job = { deposit, archivalGroup, archivalGroupName: slug };
    const posted = await call<{ id: string }>('POST', `${deposit}/importjobs`, job);
    expect(posted.status, JSON.stringify(posted.body)).to.equal(201);
    return new URL(posted.body.id).pathname;
  };
  const statusOf = async (result: string): Promise<unknown> =>
    (await platform!.call<{ status: string }>('GET', result)).body.status;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-lost-records-'));
    data = join(root, 'data');
    await start();
    await platform!.call('PUT', '/repository/letters');
  });
  after(async () => {
    await platform?.stop();
    await rm(root, { recursive: true, force: true });
  });

  it('repeats nothing that was finished, carries on with what was not, and works what comes', async () => {
    const first = await submit('first');
    const before = await settled();
    await stopWithoutRecords();
    await start();
    expect(await settled()).to.deep.equal(before);
    const second = await submit('second');
    await stopWithoutRecords();
    await start();
    const third = await submit('third');
    await settled();
    expect(await Promise.all([first, second, third].map(statusOf))).to.deep.equal(Array(3).fill('completed'));
  });
});

import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocumentStoreFault, type DocumentStore } from '../../../projections/documents.js';
import { until } from '../../support/scheduling/until.js';
import {
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
} from '../../support/platform/test-platform.js';

interface Ready {
  readonly ready: boolean;
  readonly faults: readonly string[];
}
interface Listing {
  readonly total?: number;
  readonly detail?: string;
  readonly progress?: { readonly readModel: string; readonly percent: number };
}

const unheard = (): void => undefined;
const silent = { error: unheard, warn: unheard, info: unheard, debug: unheard };

/** A store in which no view gets on while it is held: no checkpoint is written. */
const holdable = (documents: DocumentStore, isHeld: () => boolean): DocumentStore => ({
  ...documents,
  saveCheckpoint: (...asked) =>
    isHeld()
      ? Promise.reject(new DocumentStoreFault('store-unavailable', 'no checkpoint is written'))
      : documents.saveCheckpoint(...asked),
});

describe('a platform whose read models are built anew', () => {
  let root: string;
  let data: string;
  let platform: TestPlatform | null = null;
  let isHeld = false;

  const start = async (options: TestPlatformOptions = {}): Promise<TestPlatform> =>
    (platform = await startTestPlatform({ data, log: () => silent, ...options }));
  const startHeld = (): Promise<TestPlatform> => {
    isHeld = true;
    return start({ ports: (ports) => ({ ...ports, documents: holdable(ports.documents, () => isHeld) }) });
  };
  const stop = async (): Promise<void> => {
    await platform?.stop();
    platform = null;
  };
  const loseDocuments = async (): Promise<void> => {
    for (const end of ['', '-wal', '-shm']) await rm(join(data, `documents.sqlite${end}`), { force: true });
  };
  const ready = async (): Promise<Ready> =>
    (await (await fetch(`${platform?.ready.operations ?? ''}/ready`)).json()) as Ready;
  const listed = async (): Promise<{
    readonly status: number;
    readonly body: Listing;
    readonly after: string | null;
  }> => {
    const response = await fetch(`${platform?.ready.preservation ?? ''}/deposits`);
    const after = response.headers.get('retry-after');
    return { status: response.status, body: (await response.json()) as Listing, after };
  };
  const newDeposit = async (): Promise<string> => {
    const { status, body } = await platform!.call('POST', '/deposits', {});
    expect(status).to.equal(201);
    return new URL((body as { id: string }).id).pathname;
  };

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-rebuilt-'));
    data = join(root, 'data');
  });
  after(async () => {
    await stop();
    await rm(root, { recursive: true, force: true });
  });

  it('is ready at once where there was nothing', async () => {
    await start();
    expect(await ready()).to.deep.include({ ready: true, faults: [] });
    expect((await listed()).body.total).to.equal(0);
    for (let each = 0; each < 3; each++) await newDeposit();
    await platform!.settle();
    await stop();
  });

  it('answers no list, says how far it is and is not ready, and does everything else', async () => {
    await loseDocuments();
    await startHeld();
    const { status, body, after } = await listed();
    expect([status, after]).to.deep.equal([503, '5']);
    expect(body.progress).to.deep.equal({ readModel: 'deposits', percent: 0, position: null });
    expect(body.detail).to.match(/^The read model deposits is being built anew: 0 % of the event log is read\./);
    expect((await ready()).faults.join()).to.match(/^The read model jobs is being built anew: 0 % of the event log/);
    const path = await newDeposit();
    expect((await platform!.call('GET', path)).status).to.equal(200);
    expect((await platform!.call('GET', `${path}/pipelinerunjobs`)).body).to.deep.equal([]);
    expect((await platform!.call('GET', '/repository')).status).to.equal(200);
    expect((await platform!.call('GET', '/agents')).status).to.equal(503);
  });

  it('still does after a crash, in which nothing was kept but that it was begun', async () => {
    await stop();
    await startHeld();
    expect((await listed()).status).to.equal(503);
  });

  it('answers with everything once it has read the log as it was', async () => {
    isHeld = false;
    await until('the list is answered', async () => (await listed()).status === 200);
    await until('it is ready', async () => (await ready()).ready);
    expect((await listed()).body.total).to.equal(4);
  });
});

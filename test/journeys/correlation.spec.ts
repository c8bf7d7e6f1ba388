import { expect } from 'chai';
import type { Position } from '../../events/envelope.js';
import type { Ports } from '../../infra/compose/stores/stores.js';
import { memoryLog, type LogLine } from '../gateways/service.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';
import { placeOf } from './journey-platform.js';

interface Deposit {
  readonly id: string;
  readonly files: string;
  readonly metsETag: string | null;
}
interface Result {
  readonly id: string;
  readonly status: string;
  readonly newVersion: string | null;
}

/** Streams of processes rather than of requests. */
const OWN_WORK = /^(lease|checkpoint|activityStream)-/;

describe('the correlation id of a request', () => {
  let platform: TestPlatform;
  let ports: Ports;
  let lines: LogLine[];
  let deposit: Deposit;

  before(async () => {
    const { log, lines: logged } = memoryLog();
    lines = logged;
    platform = await startTestPlatform({
      log: () => ({ ...log, debug: () => undefined }),
      ports: (opened) => (ports = opened),
    });
    await platform.call('PUT', '/repository/letters');
    deposit = await openDeposit();
    const { bucket, root } = placeOf(deposit.files);
    await platform.s3.put({ bucket, key: `${root}objects/a.txt` }, Buffer.from('a'), { contentType: 'text/plain' });
    const etag = (await platform.call<Deposit>('GET', deposit.id)).body.metsETag ?? '';
    await platform.call('POST', `${deposit.id}/mets`, ['objects/a.txt'], { 'if-match': etag });
  });
  after(() => platform.remove());

  const openDeposit = async (): Promise<Deposit> => {
    const archivalGroup = `${platform.ready.preservation}/repository/letters/first`;
    const asked = { template: 'RootLevel', archivalGroup, archivalGroupName: 'First' };
    return (await platform.call<Deposit>('POST', '/deposits', asked)).body;
  };

  /** The facts after a position, as `type: correlation id`, without those of processes themselves. */
  const factsAfter = async (after: Position | null): Promise<{ type: string; correlationId: string }[]> => {
    const found: { type: string; correlationId: string }[] = [];
    for await (const { type, stream, metadata } of ports.events.readAll(after === null ? {} : { after })) {
      if (!OWN_WORK.test(stream)) found.push({ type, correlationId: metadata.$correlationId });
    }
    return found;
  };

  it('is in each fact of the import that it began, up to the last, and in the log lines of its worker', async () => {
    const before = await ports.events.head();
    const asked = { id: `${deposit.id}/importjobs/diff` };
    const header = { 'x-correlation-id': 'the-import-request' };
    const posted = await platform.call<Result>('POST', `${deposit.id}/importjobs`, asked, header);
    expect(posted.headers.get('x-correlation-id')).to.equal('the-import-request');
    await platform.settle();
    expect((await platform.call<Result>('GET', posted.body.id)).body).to.include({ newVersion: 'v1' });
    const facts = await factsAfter(before);
    expect(facts.filter(({ correlationId }) => correlationId !== 'the-import-request')).to.deep.equal([]);
    expect(facts.map(({ type }) => type)).to.include.members([
      'ImportAdmitted',
      'ImportJobAccepted',
      'ImportJobQueued',
      'ImportStarted',
      'ChildReserved',
      'VersionCommitDecided',
      'VersionPublished',
      'ChildConfirmed',
      'ImportJobCompleted',
      'DepositPreserved',
    ]);
    const steps = lines.filter(({ message }) => message === 'A job step begins').map(({ fields }) => fields);
    expect(steps).to.not.be.empty;
    for (const fields of steps) expect(fields).to.deep.include({ correlationId: 'the-import-request' });
  });

  it('is in each fact of the export that it began, and in those of its deposit', async () => {
    const before = await ports.events.head();
    const archivalGroup = `${platform.ready.preservation}/repository/letters/first`;
    const header = { 'x-correlation-id': 'the-export-request' };
    const opened = await platform.call<Deposit>('POST', '/deposits/export', { archivalGroup }, header);
    expect(opened.status, JSON.stringify(opened.body)).to.equal(201);
    await platform.settle();
    const facts = await factsAfter(before);
    expect(facts.filter(({ correlationId }) => correlationId !== 'the-export-request')).to.deep.equal([]);
    expect(facts.map(({ type }) => type)).to.include.members(['ExportFinished', 'DepositFilesArrived']);
  });
});

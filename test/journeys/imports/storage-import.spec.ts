import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { validateObject } from '../../support/repository/validate-object.js';
import { folderObject } from '../../formats/ocfl/folder-object.js';
import { callOn, type Call } from '../../support/http/call-on.js';
import { faulty } from '../../support/faults/faulty.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';
import { until } from '../../support/scheduling/until.js';
import { placeOf } from '../journey-platform.js';

interface Result {
  readonly id: string;
  readonly status: string;
  readonly created: string;
  readonly lastModified: string;
  readonly dateBegun: string | null;
  readonly dateFinished: string | null;
  readonly sourceVersion: string | null;
  readonly newVersion: string | null;
  readonly errors: readonly { readonly id: string | null; readonly message: string }[] | null;
  readonly binariesAdded: readonly object[];
  readonly binariesPatched: readonly object[];
}
interface Group {
  readonly name: string;
  readonly origin: string;
  readonly versions: readonly object[];
  readonly binaries: readonly { readonly name: string; readonly content: string }[];
}
interface Problem {
  readonly detail: string;
  readonly holder: Readonly<Record<string, string>>;
}

/** Something that everyone waits at until it is opened. */
const gate = () => {
  let open = (): void => undefined;
  let passing = Promise.resolve();
  return {
    close: () => void (passing = new Promise((resolve) => (open = resolve))),
    open: () => open(),
    pass: () => passing,
  };
};

describe('a client of the storage service', () => {
  const copies = gate();
  let later = 0;
  let platform: TestPlatform;
  let call: Call;
  let bucket: string;
  before(async () => {
    platform = await startTestPlatform({
      now: () => new Date(Date.now() + later),
      ports: (between) => ({
        ...between,
        bytes: faulty(between.bytes, ({ method }, moment) =>
          method === 'copy' && moment === 'before' ? copies.pass() : undefined,
        ),
      }),
    });
    call = callOn(platform.ready.storage);
    bucket = platform.ready.s3.workspaceBucket;
    await call('PUT', '/repository/scans');
  });
  afterEach(() => copies.open());
  after(() => platform.remove());

  const group = (slug: string): string => `${platform.ready.storage}/repository/scans/${slug}`;
  const put = async (name: string, text: string): Promise<string> => {
    const key = `inbox/${name}`;
    await platform.s3.put({ bucket, key }, Buffer.from(text), { contentType: 'text/plain' });
    return `s3://${bucket}/${encodeURIComponent(key).replaceAll('%2F', '/')}`;
  };
  const job = (slug: string, rest: object = {}): object => ({
    id: `urn:scanner:${slug}`,
    archivalGroup: group(slug),
    archivalGroupName: `Scans of ${slug}`,
    lastModifiedBy: 'scanner',
    ...rest,
  });
  const resultAt = async (id: string): Promise<Result> => (await call<Result>('GET', id)).body;
  const follow = async (id: string, wanted: RegExp): Promise<Result> => {
    await until(`${id} is ${wanted}`, async () => wanted.test((await resultAt(id)).status));
    return resultAt(id);
  };
  const run = async (posted: object): Promise<Result> => {
    const { status, body } = await call<Result>('POST', '/import', posted);
    expect(status, JSON.stringify(body)).to.equal(201);
    return follow(body.id, /^completed/);
  };
  const textOf = async (content: string): Promise<string> => (await fetch(content)).text();

  it('cannot post a job of more than 64 MiB', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': 64 * 1024 ** 2 + 1 };
    const posting = request(`${platform.ready.storage}/import`, { method: 'POST', headers });
    posting.flushHeaders();
    const [answer] = (await once(posting, 'response')) as [IncomingMessage];
    expect(answer.statusCode).to.equal(413);
    posting.destroy();
  });

  it('posts a job without any deposit, follows it and reads the group, while others are told to wait', async () => {
    const origin = await put('page 1 #1.txt', 'page one');
    copies.close();
    const binariesToAdd = [{ id: `${group('1911')}/page-1.txt`, name: 'Page 1', origin }];
    const accepted = await call<Result>('POST', '/import', job('1911', { binariesToAdd }));
    expect([accepted.status, accepted.headers.get('location')]).to.deep.equal([201, accepted.body.id]);
    expect(accepted.body).to.include({ status: 'waiting', dateBegun: null });
    later += 60_000;
    const running = await follow(accepted.body.id, /^running$/);
    expect(running).to.deep.include({ newVersion: null, dateFinished: null, errors: null, binariesAdded: [] });
    expect(running.dateBegun).to.equal(running.lastModified);

    const second = await call<Problem>('POST', '/import', job('1911'));
    const jobId = accepted.body.id.split('/').at(-3)!;
    expect([second.status, second.body.detail]).to.deep.equal([
      409,
      `There is already an active import job (${jobId}) for Archival Group ${group('1911')}`,
    ]);
    expect(second.body.holder).to.include({ what: `import job ${jobId}`, by: 'scanner' });
    const archivalGroup = `${platform.ready.preservation}/repository/scans/1911`;
    const { body: deposit } = await platform.call<{ readonly id: string }>('POST', '/deposits', { archivalGroup });
    const third = await platform.call<Problem>('POST', `${deposit.id}/importjobs`, {
      deposit: deposit.id,
      archivalGroup,
    });
    expect([third.status, third.body.detail]).to.deep.equal([
      409,
      `There is already an active import job (${jobId}) for Archival Group ${archivalGroup}`,
    ]);

    later += 60_000;
    copies.open();
    const done = await follow(accepted.body.id, /^completed/);
    expect(done).to.include({ status: 'completed', newVersion: 'v1', sourceVersion: null, errors: null });
    expect(done.binariesAdded).to.have.length(1);
    const [created, begun, ended] = [done.created, running.lastModified, done.lastModified].map((text) =>
      Date.parse(text),
    );
    expect(begun).to.be.at.least(created!);
    expect(ended, 'lastModified moves').to.be.above(begun!);
    const { body: preserved } = await call<Group>('GET', group('1911'));
    expect(preserved.name).to.equal('Scans of 1911');
    expect(preserved.binaries.map(({ name }) => name)).to.deep.equal(['Page 1']);
    expect(await textOf(preserved.binaries[0]!.content)).to.equal('page one');
    const findings = await validateObject(folderObject(join(platform.data, 'ocfl', placeOf(preserved.origin).root)));
    expect([...new Set(findings.map(({ code }) => code))]).to.deep.equal(['W004']);
  });

  it('changes the group by another job, which shows what it builds on as soon as it runs', async () => {
    const origin = await put('page-1b.txt', 'page one, again');
    copies.close();
    const binariesToPatch = [{ id: `${group('1911')}/page-1.txt`, origin }];
    const accepted = await call<Result>('POST', '/import', job('1911', { isUpdate: true, binariesToPatch }));
    expect((await follow(accepted.body.id, /^running$/)).sourceVersion).to.equal('v1');
    copies.open();
    const done = await follow(accepted.body.id, /^completed/);
    expect(done).to.include({ sourceVersion: 'v1', newVersion: 'v2' });
    expect(done.binariesPatched).to.have.length(1);
    const { body } = await call<Group>('GET', group('1911'));
    expect([body.versions.length, await textOf(body.binaries[0]!.content)]).to.deep.equal([2, 'page one, again']);
  });

  it('is told in the words of the specification why a job failed, and finds everything as it was', async () => {
    const { body: before } = await call<Group>('GET', group('1911'));
    const failures: readonly [object, string][] = [
      [job('1911', { isUpdate: false }), 'Archival Group is not null for new Import'],
      [job('1912', { isUpdate: true }), 'Archival Group was null for update'],
      [job('1912', { archivalGroupName: null }), 'Archival Group does not have a name'],
    ];
    for (const [posted, message] of failures) {
      const { status, newVersion, dateFinished, errors } = await run(posted);
      expect([status, newVersion, errors]).to.deep.equal(['completedWithErrors', null, [{ id: null, message }]]);
      expect(dateFinished).to.be.a('string');
    }
    const nameless = await call<Problem>('POST', '/import', job('1912', { binariesToAdd: [{ id: null }] }));
    expect([nameless.status, nameless.body.detail]).to.deep.equal([400, 'Binary ID is null']);
    expect((await call<Group>('GET', group('1911'))).body).to.deep.equal(before);
    expect((await call('GET', group('1912'))).status).to.equal(404);
  });
});

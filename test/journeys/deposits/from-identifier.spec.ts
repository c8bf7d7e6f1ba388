import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigFault } from '../../../infra/config/config.js';
import { memoryLog } from '../../gateways/service.js';
import { openRecordsServer, answerRecords, type RecordsServer } from '../../support/identity-service/records-server.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';
import { failureOf } from '../../support/failure-of.js';

interface Deposit {
  readonly id: string;
  readonly archivalGroup: string | null;
  readonly detail: string;
  readonly [other: string]: unknown;
}

const at = (path: string): string => `https://elsewhere.example.org/repository/${path}`;
const RECORDS = [
  { id: 'r1', catirn: '1', title: 'Letters of 1911', repositoryuri: at('letters/r1') },
  { id: 'r2', catirn: '2', title: 'No group yet' },
  { id: 'r3', catirn: '3', repositoryuri: at('letters/r3') },
  { id: 'r4', catirn: '4', title: 'Box 1', repositoryuri: at('letters/r4') },
  { id: 'r5', catirn: '4', title: 'Box 2', repositoryuri: at('letters/r5') },
  { id: 'r6', catirn: '6', repositoryuri: at('letters/a b') },
  { id: 'r7', catirn: '7', repositoryuri: 'https://elsewhere.example.org/items/r7' },
  { id: 'r8', catirn: '8', title: 'A bell \u0007', repositoryuri: at('letters/r8') },
  { id: 'r9', catirn: '9', title: 'In the collections', repositoryuri: at('cc/r9') },
];

const post = (platform: TestPlatform, body: object, headers: Record<string, string> = {}) =>
  platform.call<Deposit>('POST', '/deposits/from-identifier', body, headers);

describe('a deposit from an identifier', () => {
  const folder = temporaryFolder();
  let file: string;
  let platform: TestPlatform;
  let logged: ReturnType<typeof memoryLog>;
  const write = (records: readonly object[]) => writeFile(file, JSON.stringify(records));
  beforeEach(async () => {
    file = join(folder(), 'records.json');
    await write(RECORDS);
    logged = memoryLog();
    const log = () => ({ ...logged.log, debug: () => undefined });
    platform = await startTestPlatform({ environment: { MUNIMENT_IDENTITY_RECORDS: file }, log });
  });
  afterEach(() => platform.remove());

  it('is for the group on this host, with the title of the record, and says what it was made from', async () => {
    for (const [schema, value] of [
      ['id', 'r1'],
      ['PID', 'r1'],
      ['catirn', '1'],
      ['repositoryuri', at('letters/r1')],
    ]) {
      const { status, body } = await post(platform, { Schema: schema, Value: value, type: 'SchemaAndValue' });
      expect(status, JSON.stringify(body)).to.equal(201);
      expect(body).to.include({
        archivalGroup: `${platform.ready.preservation}/repository/letters/r1`,
        archivalGroupName: 'Letters of 1911',
        submissionText: `Deposit created from identity: ${schema} = ${value}`,
        status: 'new',
        active: true,
        metsETag: null,
      });
      await platform.call('DELETE', body.id);
    }
  });

  it('has the template of the request, in any casing, and a relative Location', async () => {
    const { headers, body } = await post(platform, { schema: 'id', value: 'r1', template: 'ROOTLEVEL' });
    expect(headers.get('location')).to.equal(new URL(body.id).pathname);
    expect((await platform.call<Deposit>('GET', body.id)).body['metsETag']).to.match(/^".+"$/);
  });

  it('has no group where the record has no repository URI, and no name where it has no title', async () => {
    const without = await post(platform, { schema: 'id', value: 'r2' });
    expect(without.body).to.include({ archivalGroup: null, archivalGroupName: 'No group yet' });
    expect((await post(platform, { schema: 'id', value: 'r3' })).body['archivalGroupName']).to.equal(null);
  });

  const refused: readonly (readonly [string, object, number, RegExp])[] = [
    ['an unknown id', { schema: 'id', value: 'r0' }, 404, /^No Identity record found for id=r0$/],
    ['an unknown value', { schema: 'catirn', value: 'x' }, 404, /^No Identity record found for catirn=x$/],
    ['an unknown schema', { schema: 'isbn', value: '1' }, 404, /^No Identity record found for isbn=1$/],
    ['several records', { schema: 'catirn', value: '4' }, 409, /^Multiple results \(2\) found for catirn=4$/],
    ['a URI that no group can have', { schema: 'id', value: 'r6' }, 422, /record r6 .*letters\/a b'.*invalid/],
    [
      'a URI outside of any repository',
      { schema: 'id', value: 'r7' },
      422,
      /record r7 .*items\/r7'.*not in the repository/,
    ],
    ['a title that XML cannot hold', { schema: 'id', value: 'r8' }, 422, /record r8 .*title/],
    ['no schema', { value: 'r1' }, 400, /schema/],
    ['no value', { schema: 'id' }, 400, /value/],
    ['a blank value', { schema: 'id', value: ' ' }, 400, /value/],
    ['a schema that could be mistaken in the note', { schema: 'id = r1', value: 'x' }, 400, /schema/],
    ['an unknown template', { schema: 'id', value: 'r1', template: 'Box' }, 400, /template/],
    ['no object', [], 400, /body/],
  ];
  for (const [what, body, status, detail] of refused)
    it(`is refused with ${status} for ${what}`, async () => {
      const answer = await post(platform, body);
      expect(answer.status).to.equal(status);
      expect(answer.body.detail).to.match(detail);
    });

  it('is refused where another deposit is active for the group', async () => {
    await post(platform, { schema: 'id', value: 'r1' });
    const second = await post(platform, { schema: 'catirn', value: '1' });
    expect(second.status).to.equal(409);
    expect(second.body.detail).to.equal('An Active Deposit already exists for this archivalGroup (letters/r1)');
  });

  it('is the same one for a repeated request, also when the record has changed, is gone or cannot be read', async () => {
    const key = { 'idempotency-key': 'k1' };
    const request = { schema: 'id', value: 'r1', template: 'RootLevel' };
    const { body: first } = await post(platform, request, key);
    for (const change of [
      () => write([{ ...RECORDS[0], title: 'Another title', repositoryuri: at('elsewhere/r1') }]),
      () => write([]),
      () => writeFile(file, '['),
    ]) {
      await change();
      const again = await post(platform, request, key);
      expect(again.status, JSON.stringify(again.body)).to.equal(201);
      expect(again.body).to.include({ id: first.id, archivalGroup: first.archivalGroup });
    }
    for (const other of [
      { ...request, value: 'r2' },
      { ...request, template: 'None' },
    ])
      expect((await post(platform, other, key)).status).to.equal(400);
  });

  it('can be made as soon as a broken file of records has been mended', async () => {
    await writeFile(file, `[\n${JSON.stringify(RECORDS[0])},`);
    const broken = await post(platform, { schema: 'id', value: 'r1' });
    expect(broken.status).to.equal(500);
    expect(broken.body.detail).to.match(/^The identity records of this service cannot be read\. .*finds fault/);
    expect(String(logged.lines.find(({ level }) => level === 'error')?.fields['error'])).to.contain(`${file}, line 2`);
    await write(RECORDS);
    expect((await post(platform, { schema: 'id', value: 'r1' })).status).to.equal(201);
  });
});

describe('a deposit from an identifier at another service', () => {
  let records: RecordsServer;
  let platform: TestPlatform;
  before(async () => {
    records = await openRecordsServer(answerRecords(() => RECORDS));
    platform = await startTestPlatform({
      environment: {
        MUNIMENT_IDENTITY_SERVICE_URL: `${records.base}/`,
        MUNIMENT_IDENTITY_SERVICE_KEY: 'a-secret',
        MUNIMENT_IDENTITY_ALTERNATIVE_CONTAINER: 'cc-test',
      },
    });
  });
  after(async () => {
    await platform.remove();
    await records.close();
  });

  it('is made from the record there, which is asked for with the key', async () => {
    const { status, body } = await post(platform, { schema: 'catirn', value: '1' });
    expect(status).to.equal(201);
    expect(body).to.include({ archivalGroupName: 'Letters of 1911' });
    expect(records.requests.at(-1)?.headers).to.include({ 'x-api-key': 'a-secret' });
  });

  it('is for the container that stands for cc in a test environment', async () => {
    const { body } = await post(platform, { schema: 'id', value: 'r9' });
    expect(body.archivalGroup).to.equal(`${platform.ready.preservation}/repository/cc-test/r9`);
  });

  it('can be asked for again while the service does not answer', async () => {
    records.handle = (_, response) => response.writeHead(503).end();
    const { status, headers, body } = await post(platform, { schema: 'id', value: 'r2' });
    expect(status).to.equal(503);
    expect(headers.get('retry-after')).to.equal('5');
    expect(body.detail).to.match(/^The identity service answered with status 503\. /);
    expect(body['advice']).to.equal('Nothing was changed. The same request can be sent again.');
  });
});

describe('a platform without identity records', () => {
  const folder = temporaryFolder();

  it('refuses a deposit from an identifier, and names the settings', async () => {
    const platform = await startTestPlatform();
    const { status, body } = await post(platform, { schema: 'id', value: 'r1' });
    expect(status).to.equal(501);
    expect(`${body.detail} ${String(body['advice'])}`)
      .to.contain('MUNIMENT_IDENTITY_RECORDS')
      .and.contain('MUNIMENT_IDENTITY_SERVICE_URL');
    await platform.remove();
  });

  it('does not start on a broken file of records, and says what is wrong in which line', async () => {
    const file = join(folder(), 'records.json');
    await writeFile(file, '[\n{"title": "no id"}]');
    const fault: unknown = await failureOf(startTestPlatform({ environment: { MUNIMENT_IDENTITY_RECORDS: file } }));
    expect(fault).to.be.instanceOf(ConfigFault);
    expect((fault as Error).message)
      .to.contain('MUNIMENT_IDENTITY_RECORDS')
      .and.contain(`${file}, line 2`);
  });
});

import { expect } from 'chai';
import { PRODUCT_NAMES } from '../../gateways/service/product-names.js';
import { startTestPlatform, type TestPlatform } from '../support/test-platform.js';
import { placeOf } from './journey-platform.js';
import { openedOnce } from '../support/opened.js';

interface Deposit {
  readonly id: string;
  readonly files: string;
  readonly metsETag: string | null;
}
interface Result {
  readonly id: string;
  readonly status: string;
}
interface Page<Item> {
  readonly total: number;
  readonly results: readonly Item[];
}
interface FoundFile {
  readonly repoId?: string;
  readonly fedoraId?: string;
}
interface Search {
  readonly repoSearch: Page<FoundFile> | null;
  readonly fedoraSearch?: Page<FoundFile> | null;
  readonly searchType: string | null;
}

/** The name that METS files of the original system have as their agent (companion 0.2). */
const AGENT = 'University of Leeds Digital Library Infrastructure Project';

describe('clients that were written for the original system', () => {
  let platform: TestPlatform;
  let deposit: Deposit;
  let depositId: string;

  const call: TestPlatform['call'] = (method, path, body, headers) =>
    platform.call(method, path, body, { 'X-Requested-By': 'a client', 'X-Client-Identity': 'someone', ...headers });

  before(async () => {
    platform = await startTestPlatform({
      environment: { MUNIMENT_PRODUCT_NAMES: 'true', MUNIMENT_METS_AGENT: AGENT },
    });
    await call('PUT', '/Repository/letters', { Type: 'Container', Name: 'Letters' });
    const opened = await call<Deposit>('POST', '/Deposits', {
      Type: 'Deposit',
      Template: 'RootLevel',
      ArchivalGroup: `${platform.ready.preservation}/repository/letters/first`,
      ArchivalGroupName: 'First',
      SubmissionText: 'From a client',
    });
    expect(opened.status, JSON.stringify(opened.body)).to.equal(201);
    deposit = opened.body;
    depositId = deposit.id.split('/').at(-1) ?? '';
    const { bucket, root } = placeOf(deposit.files);
    await platform.s3.put({ bucket, key: `${root}objects/a.txt` }, Buffer.from('a'), { contentType: 'text/plain' });
    const etag = (await call<Deposit>('GET', deposit.id)).body.metsETag ?? '';
    await call('POST', `/Deposits/${depositId}/Mets`, ['objects/a.txt'], { 'If-Match': etag });
    const diff = await call<object>('GET', `/Deposits/${depositId}/ImportJobs/Diff`);
    const posted = await call<Result>('POST', `/Deposits/${depositId}/ImportJobs`, diff.body);
    expect(posted.status, JSON.stringify(posted.body)).to.equal(201);
    await platform.settle();
    expect((await call<Result>('GET', posted.body.id)).body.status).to.equal('completed');
  });
  after(() => platform.remove());

  it('find their name as the agent of the METS, which they may edit', async () => {
    const { body } = await call<{ agent: string; editable: boolean }>('GET', `${deposit.id}/parsed-mets`);
    expect(body).to.include({ agent: AGENT, editable: true });
  });

  /** The calls of the client libraries (companion 1.1, 1.3, 14.6, 17.4), in the casing in which they send them. */
  const calls: readonly (readonly [method: string, path: string, status: number])[] = [
    ['GET', '/health', 200],
    ['GET', '/', 404],
    ['GET', '/whoami', 200],
    ['GET', '/storage', 200],
    ['GET', '/storage/check-s3', 200],
    ['GET', '/storage/check-storage-s3', 200],
    ['GET', '/validation/archivalgroup/letters/second', 200],
    ['GET', '/access-conditions', 200],
    ['GET', '/range-types', 200],
    ['GET', '/agents', 200],
    ['GET', '/repository', 200],
    ['GET', '/repository/', 200],
    ['GET', '/repository/letters', 200],
    ['GET', '/Repository/letters/first', 200],
    ['GET', '/repository/letters/first?view=mets', 200],
    ['GET', '/repository/letters/first?View=Lightweight', 200],
    ['HEAD', '/repository/letters/first', 200],
    ['GET', '/ocfl/storagemap/letters/first?version=v1', 200],
    [
      'GET',
      '/deposits?CreatedBy=someone&OrderBy=Created&Ascending=true&Page=1&PageSize=50&ShowAll=true&Archived=True' +
        '&Active=False&CreatedAfter=2025-09-09T11:09:44&showForm=true',
      200,
    ],
    ['GET', '/Deposits/{id}', 200],
    ['GET', '/Deposits/{id}/ImportJobs/Results', 200],
    ['GET', '/deposits/{id}/filesystem?refresh=True', 200],
    ['GET', '/deposits/{id}/combined', 200],
    ['GET', '/deposits/{id}/mets', 200],
    ['GET', '/depositArchiveJobs/{id}', 404],
    ['GET', '/activity/archivalgroups/collection', 200],
    ['GET', '/activity/archivalgroups/pages/1', 200],
    ['GET', '/search?text=first&type=Fedora&pageNumber=0&pageSize=20&otherPage=0', 200],
    ['GET', '/Search?Text=first&Type=All&PageNumber=0&PageSize=20', 200],
  ];
  for (const [method, path, status] of calls)
    it(`are answered: ${method} ${path}`, async () => {
      expect((await call(method, path.replace('{id}', depositId))).status).to.equal(status);
    });

  /** The calls of the preservation service of that system to its storage service. */
  for (const path of [
    '/health',
    '/fedora',
    '/storagecheck',
    '/import/test-path/letters/second',
    '/FedoraSearch?text=first&page=0&pageSize=50',
    '/fedorasearch?Text=first',
    '/repository/letters/first?view=lightweight',
    '/content/letters/first/objects/a.txt',
    '/activity/importjobs/collection',
  ])
    it(`are answered by the storage service: GET ${path}`, async () => {
      expect((await call('GET', platform.ready.storage + path)).status).to.equal(200);
    });

  it('find what a search found under both names', async () => {
    const { body } = await call<Search>('GET', '/search?text=a.txt&type=Fedora');
    expect(body.searchType).to.equal(null);
    expect(body.fedoraSearch).to.deep.equal(body.repoSearch);
    const [file] = body.fedoraSearch?.results ?? [];
    expect(file).to.include({
      repoId: 'info:repo/letters/first/objects/a.txt',
      fedoraId: 'info:fedora/letters/first/objects/a.txt',
    });
    const stored = await call<Page<FoundFile>>('GET', `${platform.ready.storage}/FedoraSearch?text=a.txt`);
    expect(stored.body.results[0]).to.deep.equal(file);
  });

  it('are told the same by the documents', async () => {
    const documentOf = async (base: string) =>
      (await call<{ paths: object; components: object }>('GET', `${base}/openapi.json`)).body;
    const ofStorage = await documentOf(platform.ready.storage);
    expect(ofStorage.paths).to.include.keys(...PRODUCT_NAMES.paths.values());
    const ofBoth = JSON.stringify([ofStorage, await documentOf(platform.ready.preservation)]);
    for (const member of PRODUCT_NAMES.members.values()) expect(ofBoth).to.include(`"${member}"`);
    expect(ofBoth).to.match(/"searchType":\{"type":"null"/);
  });
});

describe('a platform without the names of the original system', () => {
  const platform = openedOnce(startTestPlatform, (each) => each.remove());

  it('does not serve them', async () => {
    for (const path of PRODUCT_NAMES.paths.values())
      expect((await fetch(`${platform.ready.storage}${path}?text=a`)).status, path).to.equal(404);
    const { body } = await platform.call<Search>('GET', '/search?text=a&type=Fedora');
    expect(body.searchType).to.equal('Repo');
    expect(body).to.not.have.property('fedoraSearch');
  });
});

import { expect } from 'chai';
import { ifThere } from '../../formats/bytes.js';
import { readWhole } from '../../formats/read-whole.js';
import { PRODUCT_NAMES } from '../../gateways/service/product-names.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';
import { placeOf } from './journey-platform.js';
import { openedOnce } from '../support/platform/opened.js';

interface Deposit {
  readonly id: string;
  readonly files: string;
  readonly metsETag: string | null;
  readonly lastModified: string;
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
    const id = `${platform.ready.storage}/repository/letters/first/objects/a.txt`;
    expect(stored.body.results[0]).to.deep.equal({ ...file, id });
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

interface Listed {
  readonly type: string;
  readonly name: string;
  readonly modified: string;
  readonly files: readonly { readonly localPath: string }[];
  readonly directories: readonly (Listed & { readonly localPath: string })[];
}

/** The listing that dashboards of the original system read from a workspace (companion 4.3); null without one. */
const listingIn = async (platform: TestPlatform, files: string): Promise<Listed | null> => {
  const { bucket, root } = placeOf(files);
  const at = { bucket, key: `${root}__METSlike.json` };
  const found = await ifThere(() => readWhole(platform.s3, at));
  expect(found?.info.contentType ?? 'application/json').to.equal('application/json');
  return found === null ? null : (JSON.parse(found.bytes.toString()) as Listed);
};

const pathsIn = ({ files, directories }: Listed): string[] => [
  ...files.map(({ localPath }) => localPath),
  ...directories.flatMap((each) => [`${each.localPath}/`, ...pathsIn(each)]),
];

describe('the listing in a workspace that dashboards of the original system read (companion 4.3)', () => {
  const platform = openedOnce(
    () => startTestPlatform({ environment: { MUNIMENT_PRODUCT_NAMES: 'true' } }),
    (each) => each.remove(),
  );
  const opened = async (template: string, more: object = {}): Promise<Deposit> =>
    (await platform.call<Deposit>('POST', '/deposits', { type: 'Deposit', template, ...more })).body;
  const shown = async (id: string): Promise<Deposit> => (await platform.call<Deposit>('GET', id)).body;
  const upload = async ({ files }: Deposit, path: string): Promise<void> => {
    const { bucket, root } = placeOf(files);
    await platform.s3.put({ bucket, key: root + path }, Buffer.from(path));
  };
  const SCAFFOLD = ['mets.xml', 'metadata/', 'metadata/ad-hoc/', 'objects/'];

  it('is there when a new deposit is read, names itself, and is not older than the deposit', async () => {
    const deposit = await shown((await opened('RootLevel')).id);
    const listing = (await listingIn(platform, deposit.files))!;
    expect(listing).to.include({ type: 'WorkingDirectory', name: '__ROOT' });
    expect(Date.parse(listing.modified)).to.be.at.least(Date.parse(deposit.lastModified));
    expect(pathsIn(listing)).to.deep.equal(['__METSlike.json', ...SCAFFOLD]);
  });

  it('is there for a deposit without a template, and in the root of a bag', async () => {
    const none = await shown((await opened('None')).id);
    expect(pathsIn((await listingIn(platform, none.files))!)).to.deep.equal(['__METSlike.json']);
    const bag = await shown((await opened('BagIt')).id);
    expect(pathsIn((await listingIn(platform, bag.files))!)).to.include.members(['__METSlike.json', 'data/mets.xml']);
  });

  it('is written anew by a refreshing read alone, as only then the workspace is listed', async () => {
    const deposit = await shown((await opened('RootLevel')).id);
    await upload(deposit, 'objects/a.txt');
    await shown(deposit.id);
    await platform.call('GET', `${deposit.id}/filesystem`);
    expect(pathsIn((await listingIn(platform, deposit.files))!)).to.not.include('objects/a.txt');
    const { body } = await platform.call<Listed>('GET', `${deposit.id}/filesystem?refresh=true`);
    expect(pathsIn(body)).to.deep.equal(pathsIn((await listingIn(platform, deposit.files))!));
    expect(pathsIn(body)).to.include.members(['__METSlike.json', 'objects/a.txt']);
  });

  it('is there when an export has ended, is never imported, and hinders no export into its deposit', async () => {
    const group = `${platform.ready.preservation}/repository/letters`;
    const deposit = await shown((await opened('RootLevel', { archivalGroup: group, archivalGroupName: 'L' })).id);
    await upload(deposit, 'objects/a.txt');
    const { metsETag } = await shown(deposit.id);
    await platform.call('POST', `${deposit.id}/mets`, ['objects/a.txt'], { 'If-Match': metsETag ?? '' });
    const diff = await platform.call<object>('GET', `${deposit.id}/importjobs/diff`);
    await platform.call('POST', `${deposit.id}/importjobs`, diff.body);
    await platform.settle();
    const stored = await platform.call<{ readonly binaries: readonly { readonly id: string }[] }>('GET', group);
    expect(stored.body.binaries.map(({ id }) => id)).to.deep.equal([`${group}/mets.xml`]);
    const exported = await platform.call<Deposit>('POST', '/deposits/export', { archivalGroup: group });
    expect(exported.status, JSON.stringify(exported.body)).to.equal(201);
    await shown(exported.body.id);
    await platform.settle();
    const { files } = await shown(exported.body.id);
    expect(pathsIn((await listingIn(platform, files))!)).to.include.members(['mets.xml', 'objects/a.txt']);
    await platform.call('DELETE', exported.body.id);
    const next = await shown((await opened('None', { archivalGroup: group })).id);
    const again = { archivalGroup: group, destination: next.files };
    expect((await platform.call('POST', `${platform.ready.storage}/export`, again)).status).to.equal(201);
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

  it('writes no listing into a workspace', async () => {
    const { body } = await platform.call<Deposit>('POST', '/deposits', { type: 'Deposit', template: 'RootLevel' });
    await platform.call('GET', body.id);
    await platform.call('GET', `${body.id}/filesystem?refresh=true`);
    expect(await listingIn(platform, body.files)).to.equal(null);
  });
});

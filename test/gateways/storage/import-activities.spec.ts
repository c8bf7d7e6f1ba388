import { expect } from 'chai';
import { announceImport } from '../../../commands/processes/activities/announce-import.js';
import { tokenWanted } from '../../../gateways/http/unauthorized.js';
import { archiveServing } from '../../../gateways/http/answer/archive-serving.js';
import { groupReader } from '../../../gateways/group-content/group-reader.js';
import { developmentIdentity } from '../../../gateways/http/identify.js';
import { createStorageApp } from '../../../gateways/storage/storage-app.js';
import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import { RECEIVED, endJob, endsOf, queueJob } from '../../support/platform/ended-jobs.js';
import { openRepository, type Repository } from '../../workers/support/repository.js';
import { ask, type Reply } from '../conversation.js';
import { memoryLog, serve, type Service } from '../service.js';
import { openProjectors } from '../../../projections/read-models.js';
import { noSearch } from '../../support/search/no-search.js';
import { alone } from '../../support/alone.js';

interface Page {
  readonly id: string;
  readonly startIndex: number;
  readonly prev?: object;
  readonly next?: object;
  readonly orderedItems: readonly { readonly object: { readonly id: string }; readonly endTime: string }[];
}

describe('the import activity stream of the storage service', () => {
  const closing: (() => unknown)[] = [];
  let repository: Repository;
  let service: Service;
  let jobs = 0;

  before(async () => {
    repository = await openRepository();
    const { dependencies, events } = repository;
    const documents = openDocumentStore(':memory:');
    const projector = openProjectors({ events, documents, liveness: alone() });
    const baseUrls = { preservation: 'http://preservation.example', storage: '' };
    service = await serve(
      createStorageApp({
        ...noSearch,
        dependencies,
        instance: 'an-instance',
        views: projector.readModels,
        readProgress: () => Promise.resolve(new Map()),
        groups: groupReader(dependencies),
        serveArchive: archiveServing(),
        identify: (credentials) =>
          credentials.values('x-stranger').length === 0
            ? developmentIdentity('dev')(credentials)
            : Promise.resolve({ refused: tokenWanted('There is no token.'), because: 'a stranger' }),
        log: memoryLog().log,
        baseUrls,
        bodyLimits: { most: 1_000 },
        validateResponses: true,
      }),
    );
    baseUrls.storage = service.base;
    closing.push(
      () => repository.close(),
      () => documents.close(),
      () => projector.close(),
      () => service.close(),
    );
  });
  after(async () => {
    for (const close of closing.reverse()) await close();
  });

  const collection = (): Promise<Reply> => ask('GET', `${service.base}/activity/importjobs/collection`);
  const uriOf = (number: number | string): string => `${service.base}/activity/importjobs/pages/${number}`;
  const link = (number: number): object => ({ id: uriOf(number), type: 'OrderedCollectionPage' });
  const page = async (number: number): Promise<Page> => {
    const { status, body, text } = await ask('GET', uriOf(number));
    expect(status, text).to.equal(200);
    return body as unknown as Page;
  };
  /** Lets jobs end until there are so many, each a second after the one before, and announces them. */
  const endedUpTo = async (count: number): Promise<void> => {
    while (jobs < count) await endJob(repository.events, `j${++jobs}`, { afterMs: jobs * 1_000 });
    for (const end of await endsOf(repository.events)) await announceImport(repository.dependencies, end);
  };

  it('has no pages before any job has ended', async () => {
    await queueJob(repository.events, 'waiting');
    expect((await collection()).body).to.deep.equal({
      '@context': 'http://iiif.io/api/discovery/1/context.json',
      id: `${service.base}/activity/importjobs/collection`,
      type: 'OrderedCollection',
      totalItems: 0,
    });
    const { status, body } = await ask('GET', uriOf(1));
    expect(status).to.equal(404);
    expect(body).to.include({ detail: 'The import activity stream has no page 1: it has none yet' });
  });

  it('begins with the first job that ends', async () => {
    await endedUpTo(1);
    expect((await collection()).body).to.deep.include({ totalItems: 1, first: link(1), last: link(1) });
    const { orderedItems, ...around } = await page(1);
    expect(orderedItems).to.have.length(1);
    expect(around).to.deep.equal({
      '@context': 'http://iiif.io/api/discovery/1/context.json',
      ...link(1),
      startIndex: 0,
      partOf: { id: `${service.base}/activity/importjobs/collection`, type: 'OrderedCollection' },
    });
  });

  it('tells of a job its result, its group, when it was received and when it ended', async () => {
    await endedUpTo(1);
    expect((await page(1)).orderedItems).to.deep.equal([
      {
        type: 'Update',
        object: {
          id: `${service.base}/import/results/j1/letters/j1`,
          type: 'ImportJob',
          seeAlso: [{ id: `${service.base}/repository/letters/j1`, type: 'ArchivalGroup' }],
        },
        startTime: '2026-05-04T12:00:00Z',
        endTime: '2026-05-04T12:00:01Z',
      },
    ]);
  });

  it('has no page without an activity, and none that is no number', async () => {
    for (const number of [2, 0, -1, '01', '1.5', 'x', '1e1', '9'.repeat(12), '9'.repeat(40)]) {
      const { status, headers, body } = await ask('GET', uriOf(number));
      expect(status, String(number)).to.equal(404);
      expect(headers.get('content-type')).to.match(/^application\/problem\+json/);
      expect(body).to.include({
        title: 'Not Found',
        detail: `The import activity stream has no page ${number}: its pages are 1 to 1`,
      });
    }
  });

  it('counts those that ended before a time, and names the page with the last of them', async () => {
    await endedUpTo(3);
    const before = (time: string, headers = {}): Promise<Reply> =>
      ask(
        'GET',
        `${service.base}/activity/importjobs/collection?before=${encodeURIComponent(time)}`,
        undefined,
        headers,
      );
    const two = await before('2026-05-04T14:00:03+02:00');
    expect(two.body).to.deep.include({ totalItems: 2, first: link(1), last: link(1) });
    expect((await before('2026-05-04T12:00:03', { 'if-none-match': two.headers.get('etag')! })).status).to.equal(304);
    expect((await before('2026-05-04')).body)
      .to.deep.include({ totalItems: 0 })
      .and.not.have.any.keys('first', 'last');
    expect((await before('2026-02-30T25:00:00Z')).status).to.equal(400);
    expect((await before('yesterday')).status).to.equal(400);
  });

  it('is shown to callers who may see the repository', async () => {
    for (const path of ['collection', 'pages/1']) {
      const uri = `${service.base}/activity/importjobs/${path}`;
      expect((await ask('GET', uri, undefined, { 'x-stranger': 'yes' })).status, path).to.equal(401);
    }
  });

  it('has a hundred on a page, which is the last one until another job ends', async () => {
    await endedUpTo(100);
    expect((await collection()).body).to.deep.include({ totalItems: 100, last: link(1) });
    expect((await page(1)).orderedItems).to.have.length(100);
    expect(await page(1)).to.not.have.any.keys('prev', 'next');
    expect((await ask('GET', uriOf(2))).status).to.equal(404);
  });

  it('never changes a full page, and links each to its neighbours', async () => {
    const full = await page(1);
    await endedUpTo(101);
    expect((await collection()).body).to.deep.include({ totalItems: 101, first: link(1), last: link(2) });
    expect(await page(1)).to.deep.equal({ ...full, next: link(2) });
    expect(await page(2))
      .to.deep.include({ startIndex: 100, prev: link(1) })
      .and.not.have.property('next');
    await endedUpTo(230);
    expect(await page(1)).to.deep.equal({ ...full, next: link(2) });
    expect(await page(2)).to.deep.include({ startIndex: 100, prev: link(1), next: link(3) });
    expect(await page(3))
      .to.deep.include({ startIndex: 200, prev: link(2) })
      .and.not.have.property('next');
    const all = [...(await page(1)).orderedItems, ...(await page(2)).orderedItems, ...(await page(3)).orderedItems];
    expect(all.map(({ endTime }) => Date.parse(endTime))).to.deep.equal(
      Array.from({ length: 230 }, (_, index) => RECEIVED + (index + 1) * 1_000),
    );
  });
});

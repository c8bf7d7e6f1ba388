import { expect } from 'chai';
import { archiveServing } from '../../../gateways/http/answer/archive-serving.js';
import { groupReader } from '../../../gateways/group-content/group-reader.js';
import { developmentIdentity } from '../../../gateways/http/identify.js';
import { createPreservationApp } from '../../../gateways/preservation/preservation-app.js';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { DepositFact } from '../../../events/deposit.js';
import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import { openProjectors } from '../../../projections/read-models.js';
import { appendDepositFacts } from '../../contracts/deposit-listing.contract.js';
import { openRepository } from '../../workers/support/repository.js';
import { pathId } from '../../../formats/paths/path-id.js';
import { platformFact } from '../../support/facts/platform-fact.js';
import { ask } from '../conversation.js';
import { memoryLog, serve, type Service } from '../service.js';
import { noSearch } from '../../support/search/no-search.js';
import { PLAIN_PLATFORM } from '../../support/platform/plain-platform.js';
import { alone } from '../../support/alone.js';

interface ListedPage {
  readonly deposits: readonly Readonly<Record<string, unknown>>[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

const BASE = 'http://preservation.example';

const by = (depositId: string, agent: string, at: string) => ({ depositId, by: agent, at: `${at}.0000000Z` });

const created = (depositId: string, agent: string, at: string, archivalGroup: string | null): DepositFact => ({
  type: 'DepositCreated',
  data: {
    ...by(depositId, agent, at),
    template: 'None',
    archivalGroup,
    archivalGroupName: null,
    submissionText: `text of ${depositId}`,
    files: { bucket: 'w', prefix: `deposits/${depositId}/` },
    admission: null,
  },
});

/**
 * Deposits by the order of their creation: `anew` and `bedit` are active, `cpres` is preserved, `dfail` failed, `earch`
 * archived and `fexpo` exported.
 */
const FACTS: readonly DepositFact[] = [
  created('anew', 'ann', '2026-01-01T00:00:00', 'a/b/item1'),
  {
    type: 'PipelineRunQueued',
    data: { ...by('anew', 'ann', '2026-01-02T00:00:00'), runId: 'p', archivalGroupName: null },
  },
  {
    type: 'PipelineRunCompleted',
    data: {
      ...{ ...by('anew', 'platform', '2026-01-02T00:00:01'), runId: 'p', epoch: 1, released: null },
      counts: {
        ...{ identified: 4, unidentified: 0, infected: 1, failed: 2, formats: [], differing: 0, unrecorded: 3 },
        notScanned: { files: 2, named: [] },
      },
    },
  },
  created('bedit', 'bob', '2026-02-01T00:00:00', 'a/bc/xitem1'),
  { type: 'MetsRevised', data: { ...by('bedit', 'ann', '2026-09-01T00:00:00'), etag: '"e"', recorded: 1, removed: 0 } },
  created('cpres', 'ann', '2026-03-01T00:00:00', 'a/b/item2'),
  { type: 'DepositPreserved', data: { ...by('cpres', 'zoë m', '2026-08-01T00:00:00'), jobId: 'j', version: 'v1' } },
  created('dfail', 'bob', '2026-04-01T00:00:00', null),
  { type: 'DepositImportFailed', data: { ...by('dfail', 'bob', '2026-07-01T00:00:00'), jobId: 'j' } },
  created('earch', 'ann', '2026-05-01T00:00:00', 'item1'),
  { type: 'DepositPreserved', data: { ...by('earch', 'ann', '2026-06-01T00:00:00'), jobId: 'j', version: 'v2' } },
  { type: 'DepositArchived', data: { ...by('earch', 'archiver', '2026-10-01T00:00:00'), jobId: 'j', removed: 1 } },
  created('fexpo', 'bob', '2026-11-21T18:02:27', 'a/b/item 4'),
  {
    type: 'DepositExportStarted',
    data: { ...by('fexpo', 'eve', '2026-11-21T18:02:28'), exportId: 'e', version: 'v3' },
  },
  created('gone', 'bob', '2026-11-22T00:00:00', 'a/b/gone'),
  { type: 'DepositDeleted', data: by('gone', 'bob', '2026-11-22T00:00:01') },
];

describe('GET /deposits (preservation 4.2.1)', () => {
  const closing: (() => unknown)[] = [];
  let service: Service;

  before(async () => {
    const repository = await openRepository();
    const { dependencies, events } = repository;
    const documents = openDocumentStore(':memory:');
    const projectors = openProjectors({ events, documents, liveness: alone() });
    service = await serve(
      createPreservationApp({
        platform: PLAIN_PLATFORM,
        ...noSearch,
        dependencies,
        instance: 'an-instance',
        views: projectors.readModels,
        readProgress: () => Promise.resolve(new Map()),
        groups: groupReader(dependencies),
        serveArchive: archiveServing(),
        takeMetsThread: () => Promise.reject(new Error('no METS is parsed here')),
        askStorageService: () => Promise.reject(new Error('no service is asked here')),
        vocabularies: { accessConditions: [], rangeTypes: [] },
        openWorkspaceAccess: () => Promise.reject(new Error('no workspace is opened here')),
        credentialSeconds: 60,
        identify: developmentIdentity('dev'),
        log: memoryLog().log,
        baseUrls: { preservation: BASE, storage: 'http://storage.example' },
        bodyLimits: { most: 1_000 },
        validateResponses: true,
      }),
    );
    closing.push(
      () => repository.close(),
      () => documents.close(),
      () => projectors.close(),
      () => service.close(),
    );
    const adopted: ArchivalGroupFact = {
      type: 'VersionAdopted',
      data: {
        ...{
          path: 'a/b/item1',
          at: '2026-01-01T00:00:00.0000000Z',
          version: 3,
          name: 'Item 1',
          by: null,
          message: null,
        },
        created: '2026-01-01T00:00:00.0000000Z',
        totals: { files: 1, bytes: 1, addedFiles: 1, addedBytes: 1 },
        inventory: { sha256: '', size: 1 },
      },
    };
    const identity = { holder: 'test', producer: '0', hasEnded: () => false, now: () => new Date() };
    await events.append(`archivalGroup-${pathId('a/b/item1')}`, [platformFact(adopted, identity)], 'none');
    const last = await appendDepositFacts(events, FACTS);
    expect(await projectors.readModels.reached(last, 5_000)).to.equal(true);
  });
  after(async () => {
    for (const close of closing.reverse()) await close();
  });

  const list = async (query: string): Promise<ListedPage> => {
    const { status, body, text } = await ask('GET', `${service.base}/deposits${query}`);
    expect(status, text).to.equal(200);
    return body as unknown as ListedPage;
  };
  const idsOf = ({ deposits }: ListedPage): string =>
    deposits.map(({ id }) => String(id).replace(`${BASE}/deposits/`, '').charAt(0)).join('');

  it('has all that satisfy the filters as a table, whatever the page, in the order that was asked for', async () => {
    const query = '?showAll=true&orderBy=lastModified&pageSize=1&page=2';
    const { status, text, headers } = await ask('GET', `${service.base}/deposits${query}`, undefined, {
      accept: 'text/csv, application/json;q=0.5',
    });
    expect([status, headers.get('vary')]).to.deep.equal([200, 'Accept']);
    expect(headers.get('content-disposition')).to.equal("attachment; filename*=UTF-8''deposits.csv");
    const [head = '', ...rows] = text.trimEnd().split('\n');
    expect(head.split(',').slice(0, 5)).to.deep.equal(['id', 'name', 'archival group', 'status', 'active']);
    const ids = rows.map((row) => row.split(',')[0]!.replace(`${BASE}/deposits/`, '').charAt(0));
    expect(ids.join('')).to.equal('fbcdea');
    const none = await ask('GET', `${service.base}/deposits?status=none`, undefined, { accept: 'text/csv' });
    expect(none.text).to.equal(`${head}\n`);
  });

  /** A title, the query, and the first letters of the ids in the expected order. */
  const ROWS: readonly (readonly [string, string, string])[] = [
    ['shows active deposits alone, the newest first', '', 'fba'],
    ['running: with a job that has not ended', '?running=true', 'f'],
    ['running=false: without one', '?running=false', 'ba'],
    ['infected: with infected files in the last run', '?infected=true', 'a'],
    ['infected=false: also those that are not known', '?infected=false', 'fb'],
    ['notScanned', '?notScanned=true', 'a'],
    ['unidentified: not where there are none', '?unidentified=true', ''],
    ['differing', '?differing=true', ''],
    ['unrecorded, with another filter', '?unrecorded=true&createdBy=ann&running=false', 'a'],
    ['page: the first by default', '?showAll=true&pageSize=4', 'fedc'],
    ['page: counts from 1', '?showAll=true&pageSize=4&page=2', 'ba'],
    ['page: beyond the end there is nothing', '?showAll=true&pageSize=4&page=900000000', ''],
    ['pageSize: from 1', '?pageSize=1', 'f'],
    ['pageSize: to 500', '?pageSize=500', 'fba'],
    ['orderBy archivalGroupPath', '?showAll=true&orderBy=archivalGroupPath&ascending=true', 'dfacbe'],
    ['orderBy status', '?showAll=true&orderBy=status&ascending=true', 'edfabc'],
    ['orderBy exported: without a value first, by id', '?showAll=true&orderBy=exported&ascending=true', 'abcdef'],
    ['orderBy exportedBy', '?showAll=true&orderBy=exportedBy', 'fedcba'],
    ['orderBy preserved', '?showAll=true&orderBy=preserved&ascending=true', 'abdfec'],
    ['orderBy preservedBy', '?showAll=true&orderBy=preservedBy', 'cefdba'],
    ['orderBy lastModified', '?showAll=true&orderBy=lastModified', 'fbcdea'],
    ['orderBy lastModifiedBy', '?showAll=true&orderBy=lastModifiedBy&ascending=true', 'abedfc'],
    ['orderBy created', '?showAll=true&orderBy=created', 'fedcba'],
    ['orderBy createdBy: ties by id', '?showAll=true&orderBy=createdBy&ascending=true', 'acebdf'],
    ['orderBy: created for anything else', '?showAll=true&orderBy=submissionText', 'fedcba'],
    ['orderBy: in any casing', '?showAll=true&OrderBy=LastModified', 'fbcdea'],
    ['ascending: the direction', '?showAll=true&Ascending=True', 'abcdef'],
    ['createdBy: the name of an agent', '?showAll=true&createdBy=ann', 'eca'],
    ['createdBy: the URI of an agent', `?showAll=true&createdBy=${encodeURIComponent(`${BASE}/agents/ann`)}`, 'eca'],
    ['createdBy: exactly', '?showAll=true&createdBy=an', ''],
    ['lastModifiedBy', '?showAll=true&lastModifiedBy=bob', 'fd'],
    [
      'preservedBy: a URI with escapes',
      '?showAll=true&preservedBy=https%3A%2F%2Fany%2Fagents%2Fzo%25C3%25AB%2520m',
      'c',
    ],
    ['exportedBy', '?exportedBy=eve', 'f'],
    ['createdAfter: at or after', '?showAll=true&createdAfter=2026-05-01T00:00:00Z', 'fe'],
    ['createdBefore: before', '?showAll=true&createdBefore=2026-02-01T00:00:00Z', 'a'],
    ['lastModifiedAfter', '?showAll=true&lastModifiedAfter=2026-08-01', 'fcb'],
    ['lastModifiedBefore', '?showAll=true&lastModifiedBefore=2026-06-02', 'ea'],
    ['preservedAfter: never without a value', '?showAll=true&preservedAfter=2020-01-01', 'ec'],
    ['preservedBefore', '?showAll=true&preservedBefore=2026-08-01', 'e'],
    ['exportedAfter', '?showAll=true&exportedAfter=2026-11-21', 'f'],
    ['exportedBefore', '?showAll=true&exportedBefore=2026-11-21', ''],
    ['a date and time with a zone', '?createdAfter=2026-11-21T19:02:27%2B01:00', 'f'],
    ['a date and time without a zone is UTC', '?createdAfter=2026-11-21T18%3a02%3a27', 'f'],
    ['a date and time just after', '?createdAfter=2026-11-21T18%3a02%3a27.0000001', ''],
    ['archivalGroupPath: the whole path with a slash', '?showAll=true&archivalGroupPath=a/b/item1', 'a'],
    ['archivalGroupPath: after /repository/', '?archivalGroupPath=%2frepository%2fa%2fb%2fitem1', 'a'],
    ['archivalGroupPath: after repository/', '?archivalGroupPath=repository/a/b/item1', 'a'],
    ['archivalGroupPath: a whole URI', '?archivalGroupPath=https%3A%2F%2Fany%2Frepository%2Fa%2Fb%2Fitem%25204', 'f'],
    ['archivalGroupPath: the end of the path without one', '?showAll=true&archivalGroupPath=item1', 'eba'],
    ['archivalGroupPathParent: any group below', '?ShowAll=TRUE&archivalGroupPathParent=%2frepository%2fa', 'fcba'],
    ['archivalGroupPathParent: not beside', '?showAll=true&archivalGroupPathParent=a/b', 'fca'],
    ['archivalGroupPathParent: the root', '?showAll=true&archivalGroupPathParent=/repository/', 'fecba'],
    ['status: exactly', '?showAll=true&status=preserved', 'c'],
    ['status: none that there is', '?showAll=true&status=open', ''],
    ['status: among active ones by default', '?status=error', ''],
    ['active=true', '?active=true', 'fba'],
    ['active=false alone', '?Active=False', 'edc'],
    ['active: ignored with showAll', '?active=false&showAll=true', 'fedcba'],
    ['showAll=false', '?showAll=false', 'fba'],
    ['archived=true alone: active or not', '?Archived=True', 'e'],
    ['archived=true with active', '?archived=true&active=true', ''],
    ['archived=false alone: active ones that are not archived', '?archived=false', 'fba'],
    ['archived=false with showAll', '?archived=false&showAll=true', 'fdcba'],
    ['every filter must be satisfied', '?showAll=true&createdBy=ann&archivalGroupPathParent=a&status=new', 'a'],
    ['what is not a parameter is ignored', '?ShowForm=true&what=ever', 'fba'],
    ['an empty text is no filter', '?createdBy=&status=&archivalGroupPath=&archivalGroupPathParent=', 'fba'],
  ];
  for (const [title, query, expected] of ROWS) {
    it(`${title}: ${query}`, async () => {
      expect(idsOf(await list(query))).to.equal(expected);
    });
  }

  it('says which page it is, and how many deposits there are on all pages, also beyond the end', async () => {
    expect(await list('?showAll=true&page=2&pageSize=4')).to.deep.include({ page: 2, pageSize: 4, total: 6 });
    expect(await list('')).to.deep.include({ page: 1, pageSize: 100, total: 3 });
    expect(await list('?page=7')).to.deep.equal({ deposits: [], page: 7, pageSize: 100, total: 3 });
  });

  it('shows each deposit as it is, without its METS and its group', async () => {
    const { deposits } = await list('?status=preserved&showAll=true');
    expect(Object.entries(deposits[0] ?? {})).to.deep.equal(
      Object.entries({
        id: `${BASE}/deposits/cpres`,
        type: 'Deposit',
        archivalGroup: `${BASE}/repository/a/b/item2`,
        archivalGroupExists: false,
        files: 's3://w/deposits/cpres/',
        status: 'preserved',
        submissionText: 'text of cpres',
        archivalGroupName: null,
        active: false,
        preserved: '2026-08-01T00:00:00Z',
        preservedBy: `${BASE}/agents/zo%C3%AB%20m`,
        versionPreserved: 'v1',
        exported: null,
        exportedBy: null,
        versionExported: null,
        template: 'None',
        created: '2026-03-01T00:00:00Z',
        createdBy: `${BASE}/agents/ann`,
        lastModified: '2026-08-01T00:00:00Z',
        lastModifiedBy: `${BASE}/agents/zo%C3%AB%20m`,
        metsETag: null,
        lockedBy: null,
        lockDate: null,
        archived: null,
        job: null,
        nextVersion: 'v1',
        lastRun: null,
        layout: 'None',
      }),
    );
  });

  it('shows the job of a deposit that has not ended, what its last run found, and the next version of its group', async () => {
    const [exporting, , anew] = (await list('')).deposits;
    expect(exporting).to.deep.include({
      job: { id: `${BASE}/jobs/e`, jobId: 'e', kind: 'export', since: '2026-11-21T18:02:28Z' },
      lastRun: null,
    });
    expect(anew).to.deep.include({
      job: null,
      nextVersion: 'v4',
      lastRun: {
        id: `${BASE}/deposits/anew/pipelinerunjobs/p`,
        finished: '2026-01-02T00:00:01Z',
        ...{ infected: 1, notScanned: 2, unidentified: 0, failed: 2, differing: 0, unrecorded: 3 },
      },
    });
    const [withoutGroup] = (await list('?showAll=true&status=error')).deposits;
    expect(withoutGroup).to.include({ nextVersion: null });
  });

  const REFUSED: readonly (readonly [string, string])[] = [
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=one', 'page'],
    ['page=1.5', 'page'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=501', 'pageSize'],
    ['createdAfter=yesterday', 'createdAfter'],
    ['preservedBefore=2026-02-30', 'preservedBefore'],
    ['createdAfter=0000-01-01T00:00:00%2B14:00', '0000-01-01'],
    ['active=perhaps', 'active'],
    ['showAll=2', 'showAll'],
    ['archived=', 'archived'],
    ['ascending=down', 'ascending'],
    ['archivalGroupPath=a/%25zz', 'zz'],
    ['archivalGroupPathParent=a//b', 'segment'],
  ];
  for (const [query, named] of REFUSED) {
    it(`refuses ${query}, and says what is wrong`, async () => {
      const { status, body, text } = await ask('GET', `${service.base}/deposits?${query}`);
      expect(status, text).to.equal(400);
      expect(String(body['detail'])).to.contain(named);
    });
  }
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { escapePath, ocflId } from '../../formats/paths/repository-path.js';
import { openAuditedRepository, type AuditedRepository } from '../support/repository/audited-repository.js';
import { adoptData, loseLog } from '../support/repository/adopted-data.js';
import { ownConfig } from '../support/platform/own-config.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';
import { openedOnce } from '../support/platform/opened.js';

interface Result {
  readonly repoId: string;
  readonly created: string;
  readonly lastModified: string;
  readonly contentSize: number | null;
  readonly mimeType: string | null;
}
interface RepoPage {
  readonly total: number;
  readonly count: number;
  readonly results: readonly Result[];
  readonly page: number;
  readonly pageSize: number;
}
interface Deposit {
  readonly id: string;
  readonly [other: string]: unknown;
}
interface SearchAnswer {
  readonly repoSearch: RepoPage | null;
  readonly text: string;
  readonly depositSearch: {
    readonly deposits: readonly Deposit[];
    readonly total: number;
    readonly page: number;
  } | null;
  readonly identifier: Readonly<Record<string, string | null>> | null;
  readonly searchType: string;
}

const ODD = [
  'page one.tif',
  '#1 & 100%.tif',
  'under_score.tif',
  '🖋 letter.tif',
  'Straße.tif',
  'İstanbul.tif',
  'رسالة.tif',
  'it\'s "quoted".tif',
] as const;

const queryOf = (parameters: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

describe('a client that searches', () => {
  let repository: AuditedRepository;
  let platform: TestPlatform;
  before(async () => {
    const records = join(await mkdtemp(join(tmpdir(), 'muniment-records-')), 'records.json');
    await writeFile(
      records,
      JSON.stringify([
        {
          id: 'pid1',
          catirn: '4711',
          title: 'Letters',
          repositoryuri: 'https://elsewhere.example.org/repository/a%20b',
        },
        { id: 'pid2', catirn: '4712', title: 'One of two' },
        { id: 'pid3', catirn: '4712', title: 'Two of two' },
      ]),
    );
    repository = await openAuditedRepository({ environment: { MUNIMENT_IDENTITY_RECORDS: records } });
    ({ platform } = repository);
    await repository.preserve('searched/odd', Object.fromEntries(ODD.map((name) => [name, name])));
    await repository.preserve('searched/group', { 'kept.txt': 'kept', 'gone.txt': 'gone' });
    await platform.settle();
  });
  after(() => repository.remove());

  const search = async (parameters: Readonly<Record<string, string | number>>): Promise<SearchAnswer> => {
    const { status, body } = await platform.call<SearchAnswer>('GET', `/search?${queryOf(parameters)}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const repoSearch = async (parameters: Readonly<Record<string, string | number>>): Promise<RepoPage> => {
    const address = `${platform.ready.storage}/reposearch?${queryOf(parameters)}`;
    const { status, body } = await platform.call<RepoPage>('GET', address);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const idsOf = (page: RepoPage | null): string[] => (page?.results ?? []).map(({ repoId }) => repoId);
  const depositsOf = ({ depositSearch }: SearchAnswer): string[] => (depositSearch?.deposits ?? []).map(({ id }) => id);
  const open = async (body: object): Promise<Deposit> => {
    const { status, body: deposit } = await platform.call<Deposit>('POST', '/deposits', body);
    expect(status).to.equal(201);
    return deposit;
  };

  describe('for preserved files', () => {
    for (const name of ODD)
      it(`finds ${name} by its name, and by an id that leads to it`, async () => {
        const found = await search({ text: name.slice(0, 9) });
        expect(idsOf(found.repoSearch)).to.deep.equal([ocflId(`searched/odd/objects/${name}`)]);
        const [result] = found.repoSearch!.results;
        const at = `/repository/${result!.repoId.replace('info:repo/', '')}`;
        const { status, body } = await platform.call<Deposit>('GET', at);
        expect(status).to.equal(200);
        expect(body).to.include({ created: result!.created, lastModified: result!.lastModified });
        expect(body['size']).to.equal(result!.contentSize);
        expect(body['contentType']).to.equal(result!.mimeType);
      });

    it('finds them in any casing, and knows no wildcards', async () => {
      const ids = async (text: string): Promise<number> => (await repoSearch({ text })).total;
      expect(await ids('UNDER_SCORE')).to.equal(1);
      expect(await ids('strasse.TIF')).to.equal(1);
      expect(await ids('under%score')).to.equal(0);
      expect(await ids('under.score')).to.equal(0);
      expect(await ids('page_one')).to.equal(0);
      expect(await ids('searched/odd/objects/')).to.equal(ODD.length);
    });

    it('searches the path only: not the scheme of the id, not escapes, not the files of the platform', async () => {
      for (const text of ['info:', '%20', '-_-percent-23', '.muniment', 'state.ndjson'])
        expect((await repoSearch({ text })).total, text).to.equal(0);
    });

    it('shows a page in the shape of the specification', async () => {
      const page = await repoSearch({ text: 'KEPT.TXT' });
      expect(Object.keys(page)).to.deep.equal(['total', 'count', 'results', 'pageSize', 'page']);
      expect(page).to.deep.include({ total: 1, count: 1, page: 0, pageSize: 50 });
      const [result] = page.results;
      expect(result).to.include({ repoId: 'info:repo/searched/group/objects/kept.txt', contentSize: 4 });
      expect(Object.keys(result!)).to.deep.equal([
        ...['repoId', 'created', 'lastModified', 'contentSize', 'mimeType'],
        ...['id', 'content'],
      ]);
      for (const time of [result!.created, result!.lastModified]) expect(time).to.match(/^\d{4}-.*Z$/);
    });

    it('pages to the end and beyond, with the newest first', async () => {
      const all = await repoSearch({ text: 'searched/', pageSize: 500 });
      expect(all.total).to.equal(all.count);
      const created = all.results.map((result) => result.created);
      expect(created).to.deep.equal([...created].sort().reverse());
      const met: string[] = [];
      for (let page = 0; met.length < all.total; page++) {
        const { total, results } = await repoSearch({ text: 'searched/', page, pageSize: 3 });
        expect(total).to.equal(all.total);
        met.push(...results.map(({ repoId }) => repoId));
      }
      expect(met).to.deep.equal(idsOf(all));
      const beyond = await repoSearch({ text: 'searched/', page: 2_147_483_647, pageSize: 500 });
      expect(beyond).to.deep.include({ total: all.total, count: 0, results: [] });
      expect(await repoSearch({ text: 'nothing of that name' })).to.deep.include({ total: 0, count: 0, results: [] });
    });

    it('finds what the newest version has, and no longer what it has not', async () => {
      expect((await search({ text: 'gone.txt' })).repoSearch?.total).to.equal(1);
      const before = (await repoSearch({ text: 'kept.txt' })).results[0]!;
      await repository.preserve('searched/group', { 'kept.txt': 'patched', 'new.txt': 'new' });
      expect((await search({ text: 'gone.txt' })).repoSearch?.total).to.equal(0);
      expect((await search({ text: 'new.txt' })).repoSearch?.total).to.equal(1);
      const after = (await repoSearch({ text: 'kept.txt' })).results[0]!;
      expect(after).to.include({ created: before.created, contentSize: 7 });
      expect(after.lastModified > before.lastModified).to.equal(true);
    });

    const refused: readonly [string, string][] = [
      ['no text', ''],
      ['an empty text', 'text='],
      ['a blank text', 'text=%20%20'],
      ['two texts', 'text=a&text=b'],
      ['a negative page', 'text=a&page=-1'],
      ['a page that is no number', 'text=a&page=x'],
      ['a page that is too large', 'text=a&page=2147483648'],
      ['an empty page', 'text=a&pageSize=0'],
      ['a page that is too long', 'text=a&pageSize=501'],
    ];
    for (const [what, query] of refused)
      it(`is refused with ${what}`, async () => {
        const { status } = await platform.call('GET', `${platform.ready.storage}/RepoSearch?${query}`);
        expect(status).to.equal(400);
      });

    it('takes parameters in any casing', async () => {
      expect(await repoSearch({ TEXT: 'kept', PageSize: 1 })).to.include({ total: 1, pageSize: 1 });
    });
  });

  describe('for deposits', () => {
    it('finds the deposit that it just created, complete as in a listing', async () => {
      const deposit = await open({
        archivalGroup: '/repository/found/by/path',
        archivalGroupName: 'Found by Name',
        submissionText: 'Found in the attic',
      });
      const id = deposit.id.slice(deposit.id.lastIndexOf('/') + 1);
      for (const text of [id.toUpperCase(), 'FOUND/BY', 'by name', 'attic']) {
        const found = await search({ text });
        expect(depositsOf(found), text).to.deep.equal([deposit.id]);
        expect(found.depositSearch).to.include({ total: 1, page: 0, pageSize: 20 });
      }
      const listed = await platform.call<{ deposits: Deposit[] }>('GET', '/deposits?archivalGroupPath=/found/by/path');
      const [found] = (await search({ text: 'attic' })).depositSearch?.deposits ?? [];
      // What a listing says of work on a deposit, a search does not.
      const {
        job: _job,
        lastRun: _run,
        layout: _layout,
        nextVersion: _next,
        ...deposit_
      } = { ...listed.body.deposits[0]! };
      expect(found).to.deep.equal(deposit_);
    });

    it('follows what becomes of a deposit', async () => {
      const { id } = await open({ submissionText: 'a first text' });
      await platform.call('PATCH', id, { submissionText: 'another text' });
      expect(depositsOf(await search({ text: 'a first text' }))).to.deep.equal([]);
      expect(depositsOf(await search({ text: 'another text' }))).to.deep.equal([id]);
      await platform.call('POST', `${id}/lock`);
      expect((await search({ text: 'another text' })).depositSearch?.deposits[0]?.['lockedBy']).to.be.a('string');
      await platform.call('DELETE', id);
      expect((await search({ text: 'another text' })).depositSearch).to.equal(null);
    });

    it('finds inactive ones, and the newest first', async () => {
      const found = await search({ text: 'searched/' });
      expect(found.depositSearch?.deposits.map(({ active, status }) => [active, status])).to.deep.equal(
        found.depositSearch?.deposits.map(() => [false, 'preserved']),
      );
      const created = found.depositSearch?.deposits.map((deposit) => String(deposit['created'])) ?? [];
      expect(created).to.deep.equal([...created].sort().reverse());
    });

    it('does not match across two of their properties', async () => {
      await open({ archivalGroupName: 'ends', submissionText: 'begins' });
      for (const text of ['endsbegins', 'ends begins', 'ends\u001fbegins'])
        expect(depositsOf(await search({ text })), text).to.deep.equal([]);
    });
  });

  describe('for both', () => {
    before(async () => {
      for (let each = 0; each < 5; each++) await open({ submissionText: `searched/ ${each}` });
    });

    it('has the properties in the order of the specification, and says what was sent', async () => {
      const found = await search({ text: 'searched/' });
      expect(Object.keys(found)).to.deep.equal(['repoSearch', 'text', 'depositSearch', 'identifier', 'searchType']);
      expect(found).to.deep.include({ text: 'searched/', searchType: 'All', identifier: null });
      expect((await search({ text: ' searched/ ' })).text).to.equal(' searched/ ');
      expect((await search({ text: ' searched/ ' })).repoSearch?.total).to.equal(0);
    });

    const pages: readonly [string, number, number, string][] = [
      ['All', 1, 1, 'All'],
      ['Repo', 1, 2, 'Repo'],
      ['Deposits', 2, 1, 'Deposits'],
      ['fedora', 1, 2, 'Repo'],
      ['dEPOSITS', 2, 1, 'Deposits'],
    ];
    for (const [type, ofFiles, ofDeposits, searchType] of pages)
      it(`gives the pages to what type ${type} names`, async () => {
        const found = await search({ text: 'searched/', type, pageNumber: 1, otherPage: 2, pageSize: 2 });
        expect(found.repoSearch).to.include({ page: ofFiles, pageSize: 2, count: 2 });
        expect(found.depositSearch).to.include({ page: ofDeposits, pageSize: 2 });
        expect(found.searchType).to.equal(searchType);
      });

    it('has no deposits beyond their last page, while there are files on theirs', async () => {
      const found = await search({ text: 'searched/', type: 'Repo', otherPage: 1_000 });
      expect(found.depositSearch).to.equal(null);
      expect(found.repoSearch?.count).to.be.greaterThan(0);
    });

    const TEXT = 'Missing search text';
    const PAGING = 'Invalid paging parameters';
    const refused: readonly [string, string, string | null][] = [
      ['no text', 'pageSize=1', TEXT],
      ['an empty text', 'text=', TEXT],
      ['a blank text', 'text=%20', TEXT],
      ['a negative page', 'text=a&pageNumber=-1', PAGING],
      ['a negative other page', 'text=a&otherPage=-1', PAGING],
      ['no page size', 'text=a&pageSize=0', PAGING],
      ['too large a page size', 'text=a&PageSize=501', PAGING],
      ['a page that is no number', 'text=a&pageNumber=one', PAGING],
      ['an unknown type', 'text=a&type=Files', null],
    ];
    for (const [what, query, title] of refused)
      it(`is refused with ${what}`, async () => {
        const { status, body } = await platform.call<{ title: string; detail: string }>('GET', `/search?${query}`);
        expect(status).to.equal(400);
        if (title !== null) expect(body.title).to.equal(title);
        if (title === PAGING)
          expect(body.detail).to.equal('Page number and page size must be positive, and page size must be below 500.');
      });
  });

  describe('for an identifier', () => {
    it('finds its record by id, else by the catalogue record number', async () => {
      for (const text of ['pid1', ' 4711 ']) {
        const { identifier } = await search({ text });
        expect(identifier).to.include({ id: 'pid1', catIrn: '4711', title: 'Letters', ePid: null, manifestUri: null });
        expect(identifier?.['repositoryUri']).to.equal(`${platform.ready.preservation}/repository/a%20b`);
      }
    });

    it('finds none where the text names none or several', async () => {
      for (const text of ['pid', '4712', 'x'.repeat(2_000)])
        expect((await search({ text })).identifier, text.slice(0, 10)).to.equal(null);
    });
  });
});

describe('the indexes of a data folder', () => {
  const repository = openedOnce(openAuditedRepository, (each) => each.remove());
  before(async () => {
    await repository.preserve('letters/1911', { 'a.txt': 'a' });
    await repository.platform.settle();
    await repository.platform.stop();
  });

  const totals = async (data: string, text: string): Promise<[number | undefined, number | undefined]> => {
    const platform = await startTestPlatform({ data });
    await platform.settle();
    const { body } = await platform.call<SearchAnswer>('GET', `/search?text=${text}`);
    await platform.stop();
    return [body.repoSearch?.total, body.depositSearch?.total];
  };

  it('are kept when the platform stops', async () => {
    expect(await totals(await repository.copy(), 'letters')).to.deep.equal([2, 1]);
  });

  it('are built anew where they were deleted', async () => {
    const data = await repository.copy();
    await rm(join(data, 'search'), { recursive: true });
    expect(await totals(data, 'letters')).to.deep.equal([2, 1]);
  });

  it('are built anew where the log was lost and what is on the store was adopted', async () => {
    const data = await repository.copy();
    await loseLog(data);
    await adoptData(data);
    expect(await totals(data, 'letters')).to.deep.equal([2, undefined]);
  });

  it('may be in another folder', async () => {
    const data = await repository.copy();
    const folder = join(data, 'elsewhere');
    expect(ownConfig(data, { MUNIMENT_SEARCH_FOLDER: folder }).searchFolder).to.equal(folder);
    const platform = await startTestPlatform({ data, environment: { MUNIMENT_SEARCH_FOLDER: folder } });
    await platform.settle();
    const { body } = await platform.call<SearchAnswer>('GET', '/search?text=a.txt');
    await platform.stop();
    expect(body.repoSearch?.total).to.equal(1);
  });

  it('lead to what they found', async () => {
    const platform = await startTestPlatform({ data: await repository.copy() });
    await platform.settle();
    const { body } = await platform.call<SearchAnswer>('GET', '/search?text=a.txt');
    const path = body.repoSearch!.results[0]!.repoId.replace('info:repo/', '');
    expect(path).to.equal(escapePath('letters/1911/objects/a.txt'));
    expect((await platform.call('GET', `/repository/${path}`)).status).to.equal(200);
    await platform.stop();
  });
});

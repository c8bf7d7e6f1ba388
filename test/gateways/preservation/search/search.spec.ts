import { expect } from 'chai';
import type { IdentityRecord } from '../../../../formats/identity-records/identity-record.js';
import type { IdentityService } from '../../../../formats/identity-records/identity-service.js';
import type { Answer, Call } from '../../../../gateways/http/route.js';
import { findIdentifier, WITHIN_MS } from '../../../../gateways/preservation/search/find-identifier.js';
import { searchFilesOver, type SearchFiles } from '../../../../gateways/preservation/search/search-files.js';
import { search, type SearchDependencies } from '../../../../gateways/preservation/search/search.js';
import { searchRepository } from '../../../../gateways/storage/search-repository.js';
import { askStorageServiceAt } from '../../../../infra/storage-service/ask-storage-service.js';
import { ViewIncomplete } from '../../../../projections/view-incomplete.js';
import { ask, newGroup } from '../../conversation.js';
import { startedServices } from '../../live-services.js';
import { memoryLog, serve } from '../../service.js';

const NOTHING = { search: () => Promise.resolve({ total: 0, entries: [] }) };

const record = (id: string, catirn: string): IdentityRecord => ({
  ...{ id, catirn, epid: null, created: null, updated: null, desc: null, status: null, title: null },
  ...{ catalogueapiuri: null, manifesturi: null, repositoryuri: null },
});

const call = (text: string, headers: Readonly<Record<string, string>> = {}): Call =>
  ({
    query: { text, pageNumber: 0, pageSize: 20, type: 'All', otherPage: 0 },
    header: (name: string) => headers[name],
    correlationId: 'c1',
  }) as Partial<Call> as Call;

const filling = new ViewIncomplete({ view: 'search-files', position: null, end: null });

const valueOf = ({ content }: Answer) => (content as { readonly value: Record<string, unknown> }).value;

interface FoundFiles {
  readonly results: readonly { readonly id: string; readonly content: string }[];
}

describe('a search of both services', () => {
  const on = (rest: Partial<SearchDependencies> = {}): SearchDependencies => ({
    depositSearch: NOTHING,
    searchFiles: () => Promise.reject(filling),
    identityService: null,
    baseUrls: { preservation: 'http://preservation.example', storage: '' },
    log: memoryLog().log,
    ...rest,
  });

  it('is checked against the documents of both services', async () => {
    const { live, path } = await newGroup({ 'objects/found by search.txt': 'a' });
    const text = `${path}/objects/found by`;
    const query = new URLSearchParams({ text }).toString();
    const both = await ask('GET', `${live.preservation}/Search?${query}`);
    expect(both.status).to.equal(200);
    const own = await ask('GET', `${live.storage}/REPOSEARCH?${query}&pageSize=20`);
    expect(own.status).to.equal(200);
    const [found] = (both.body['repoSearch'] as FoundFiles).results;
    const [there] = (own.body as unknown as FoundFiles).results;
    expect(found!.id).to.equal(`${live.preservation}/repository/${path}/objects/found%20by%20search.txt`);
    expect(there).to.deep.equal({ ...found, id: found!.id.replace(live.preservation, live.storage) });
    expect((await ask('GET', found!.id)).body.content).to.equal(found!.content);
    expect((await ask('GET', found!.content)).text).to.equal('a');
    expect(own.body['total']).to.equal(1);
    const deposits = await ask('GET', `${live.preservation}/search?${new URLSearchParams({ text: path }).toString()}`);
    expect(deposits.body['depositSearch']).to.include({ total: 1 });
  });

  it('asks the storage service of another process as the caller, for the same page', async () => {
    const asked: { readonly url: string | undefined; readonly token: string | undefined }[] = [];
    const page = { total: 7, count: 0, results: [], pageSize: 5, page: 3 };
    const storage = await serve((request, response) => {
      asked.push({ url: request.url, token: request.headers.authorization });
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
    });
    const searchThere = searchFilesOver(askStorageServiceAt(() => storage.base));
    const found = await searchThere(call('a b&c', { authorization: 'Bearer t' }), 'a b&c', { page: 3, pageSize: 5 });
    await storage.close();
    expect(found).to.deep.equal(page);
    expect(asked).to.deep.equal([{ url: '/RepoSearch?text=a+b%26c&page=3&pageSize=5', token: 'Bearer t' }]);
  });

  const failures: readonly [string, () => Promise<SearchFiles>][] = [
    [
      'is away',
      async () => {
        const gone = await serve(() => undefined);
        await gone.close();
        return searchFilesOver(askStorageServiceAt(() => gone.base));
      },
    ],
    [
      'does not search yet',
      async () => {
        const { storage } = await startedServices();
        return searchFilesOver(askStorageServiceAt(() => `${storage}/nowhere`));
      },
    ],
    ['answers with something else', () => Promise.resolve(searchFilesOver(() => Promise.resolve({ total: 'many' })))],
    ['has too long an answer', () => Promise.resolve(searchFilesOver(() => Promise.resolve(null)))],
  ];
  for (const [what, open] of failures)
    it(`has no files, and no error, where the storage service ${what}`, async () => {
      const { log, lines } = memoryLog();
      const answer = await search(on({ searchFiles: await open(), log })).handle(call('a'));
      expect([answer.status, valueOf(answer)['repoSearch']]).to.deep.equal([200, null]);
      expect(lines.map(({ level, fields }) => [level, fields['correlationId']])).to.deep.equal([['warn', 'c1']]);
    });

  it('has no files while their index is being built, for which the storage service fails', async () => {
    const answer = await search(on()).handle(call('a'));
    expect([answer.status, valueOf(answer)['repoSearch']]).to.deep.equal([200, null]);
    const there = searchRepository({ search: () => Promise.reject(filling) }, { storage: '' });
    expect(await Promise.resolve(there.handle(call('a'))).catch((fault: unknown) => fault)).to.equal(filling);
  });

  it('fails while the index of deposits is being built, since there might be some', async () => {
    const here = search(on({ depositSearch: { search: () => Promise.reject(filling) } }));
    expect(await Promise.resolve(here.handle(call('a'))).catch((fault: unknown) => fault)).to.equal(filling);
  });

  describe('looks an identifier up', () => {
    const service = (rest: Partial<IdentityService> = {}): IdentityService => ({
      byId: (id) => Promise.resolve(id === 'p1' ? record('p1', '7') : null),
      matching: (schema, value) => Promise.resolve(schema === 'catirn' && value === '7' ? [record('p1', '7')] : []),
      ...rest,
    });
    const identifierFor = async (identityService: IdentityService, text: string): Promise<unknown> =>
      valueOf(await search(on({ identityService })).handle(call(text)))['identifier'];

    it('by id first, then as a catalogue record number', async () => {
      for (const text of ['p1', '7'])
        expect(await identifierFor(service(), text)).to.include({ id: 'p1', catIrn: '7' });
      expect(await identifierFor(service(), 'p2')).to.equal(null);
    });

    it('and swallows the failures of the service', async () => {
      const failing = service({ byId: () => Promise.reject(new Error('away')) });
      expect(await identifierFor(failing, 'p1')).to.equal(null);
    });

    it('for five seconds at most, while it searches', async () => {
      expect(WITHIN_MS).to.equal(5_000);
      const hanging = service({ byId: () => new Promise(() => undefined) });
      expect(await findIdentifier(hanging, 'p1', 1)).to.equal(null);
    });
  });
});

import { expect } from 'chai';
import { idIn, operationsOf, type PreservationClient } from '../../../clients/api/preservation-client.js';
import { ApiFault } from '../../../clients/api/api-fault.js';
import { readOpenApi, type OperationObject, type Parameter } from '../../../schemas/openapi-document.js';

const { paths, components } = readOpenApi('preservation');

/** The operation that the description of the service has for a request, and where it stands. */
const describedAs = ({ method, url }: Request): OperationObject => {
  const path = new URL(url).pathname;
  const patternOf = (template: string): RegExp =>
    new RegExp(`^${template.replace('{path}', '.+').replace(/\{\w+\}/g, '[^/]+')}$`);
  const literals = (template: string): number => template.replace(/\{\w+\}/g, '').length;
  const [item] = Object.entries(paths)
    .filter(([template]) => patternOf(template).test(path))
    .sort(([a], [b]) => literals(b) - literals(a))
    .map(([, each]) => each);
  const operation = item?.[method.toLowerCase() as 'get'];
  if (operation === undefined) throw new Error(`${method} ${path} is not described`);
  return operation;
};

const headersOf = ({ parameters = [] }: OperationObject): string[] =>
  parameters
    .map((each) => ('$ref' in each ? (components['parameters']?.[idIn(each.$ref)] as Parameter) : each))
    .filter((each) => each.in === 'header')
    .map((each) => each.name.toLowerCase());

const ownHeaders = ({ headers }: Request): string[] => [...headers.keys()].filter((name) => name !== 'content-type');

describe('the operations of the preservation client', () => {
  let requests: Request[];
  let answer: Response | null;
  let client: PreservationClient;
  beforeEach(() => {
    [requests, answer] = [[], null];
    client = operationsOf('http://service', {
      send: async (request) => {
        requests.push(request);
        return Promise.resolve(answer ?? Response.json(typeOf(await textOf(request))));
      },
    });
  });

  const textOf = (request: Request): Promise<string> => request.clone().text();
  const typeOf = (body: string): object => ({
    type: body.includes('dryRun') ? 'ArchivePreview' : 'ArchiveJobResult',
    deposits: [],
  });

  const key = { idempotencyKey: 'k' };
  const each: { readonly [Name in keyof PreservationClient]: () => Promise<unknown> } = {
    getResource: () => client.getResource('letters/1911'),
    headResource: () => client.headResource('letters/1911'),
    putResource: () => client.putResource('letters', key),
    createDeposit: () => client.createDeposit({ archivalGroup: '/repository/letters' }, key),
    getDeposit: () => client.getDeposit('d'),
    patchDeposit: () => client.patchDeposit('d', { submissionText: 'x' }, key),
    activateDeposit: () => client.activateDeposit('d', key),
    getDepositFilesystem: () => client.getDepositFilesystem('d'),
    postDepositCredentials: () => client.postDepositCredentials('d', { files: [], folders: [] }),
    getParsedMets: () => client.getParsedMets('d'),
    addToMets: () => client.addToMets('d', ['objects/a'], { metsETag: '"e"' }),
    deleteFromMets: () =>
      client.deleteFromMets(
        'd',
        { deleteFromMets: true, deleteFromDepositFiles: true, items: [] },
        { metsETag: '"e"' },
      ),
    createImportJob: () => client.createImportJob('d', key),
    listImportJobResults: () => client.listImportJobResults('d'),
    getImportJobResult: () => client.getImportJobResult('d', 'r'),
    runPipeline: () => client.runPipeline('d', key),
    listPipelineRuns: () => client.listPipelineRuns('d'),
    listArchivableDeposits: () => client.listArchivableDeposits('P6M', 25),
    archiveDeposit: () => client.archiveDeposit('d', 'P6M', key),
    getDepositArchiveJob: () => client.getDepositArchiveJob('d'),
    previewArchiving: () => client.previewArchiving('d', 'P6M'),
  };
  for (const [name, ask] of Object.entries(each)) {
    it(`has ${name} as the service describes it`, async () => {
      await ask();
      const [request, ...others] = requests;
      if (request === undefined) throw new Error('nothing was asked');
      const described = describedAs(request);
      expect(described.operationId).to.equal(name === 'previewArchiving' ? 'archiveDeposit' : name);
      expect(others).to.deep.equal([]);
      expect(request.url).to.match(/^http:\/\/service\/[^{}]+$/);
      expect(headersOf(described)).to.include.members(ownHeaders(request));
      expect(described.requestBody !== undefined || request.body === null, 'a body only where one is taken').to.equal(
        true,
      );
    });
  }

  it('hand the signal on', async () => {
    const aborting = new AbortController();
    const { signal } = aborting;
    await client.getDeposit('d', { signal });
    await client.createDeposit({}, { signal });
    await client.addToMets('d', [], { metsETag: null, signal });
    expect(requests.map(ownHeaders)).to.deep.equal([[], [], []]);
    aborting.abort();
    expect(requests.map((request) => request.signal.aborted)).to.deep.equal([true, true, true]);
  });

  it('leave escaped paths and ids as they are', async () => {
    await client.getResource('letters/ink%20%26%20quill/-_-percent-23-_-');
    expect(requests[0]?.url).to.equal('http://service/repository/letters/ink%20%26%20quill/-_-percent-23-_-');
  });

  it('refuse what is no JSON, or none of theirs', async () => {
    const faultOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
    for (const wrong of [new Response('<html>'), new Response(''), new Response(null, { status: 204 })]) {
      answer = wrong;
      expect(await faultOf(client.getDeposit('d'))).to.be.instanceOf(ApiFault);
    }
    answer = Response.json({ type: 'ArchivePreview' });
    expect(await faultOf(client.archiveDeposit('d', 'P6M'))).to.be.instanceOf(ApiFault);
    answer = Response.json({ type: 'ArchiveJobResult' });
    expect(await faultOf(client.previewArchiving('d', 'P6M'))).to.be.instanceOf(ApiFault);
  });

  it('tell what is missing, and what was deleted, by the status', async () => {
    const failing = (status: number): PreservationClient =>
      operationsOf('http://service', { send: () => Promise.reject(new ApiFault('', { status })) });
    expect(await failing(404).getResource('a')).to.equal(null);
    expect(await failing(404).getDeposit('d')).to.equal(null);
    expect(await failing(404).headResource('a')).to.equal(null);
    expect(await failing(410).headResource('a')).to.deep.equal({ type: 'Tombstone' });
    const refused = await failing(403)
      .headResource('a')
      .catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ApiFault);
  });
});

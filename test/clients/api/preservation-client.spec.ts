import { expect } from 'chai';
import { idIn, operationsOf, type PreservationClient } from '../../../clients/api/preservation-client.js';
import type { CallOptions, ServiceCalls } from '../../../clients/api/service-calls.js';
import { readOpenApi, type OperationObject, type Parameter } from '../../../schemas/openapi-document.js';

interface Request extends CallOptions {
  readonly method: string;
  readonly path: string;
}

const { paths, components } = readOpenApi('preservation');

/** The operation that the description of the service has for a request, and where it stands. */
const describedAs = ({ method, path }: Pick<Request, 'method' | 'path'>): OperationObject => {
  const patternOf = (template: string): RegExp =>
    new RegExp(`^${template.replace('{path}', '.+').replace(/\{\w+\}/g, '[^/]+')}$`);
  const literals = (template: string): number => template.replace(/\{\w+\}/g, '').length;
  const [item] = Object.entries(paths)
    .filter(([template]) => patternOf(template).test(path.replace(/\?.*$/, '')))
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

describe('the operations of the preservation client', () => {
  let requests: Request[];
  let client: PreservationClient;
  beforeEach(() => {
    requests = [];
    const calls: ServiceCalls = {
      call: <Value>(method: string, path: string, options: CallOptions) => {
        requests.push({ method, path, ...options });
        const [status = 0] = options.expected;
        return Promise.resolve({ status, headers: new Headers(), value: {} as Value });
      },
    };
    client = operationsOf(calls);
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
      expect(Object.keys(described.responses)).to.include.members(request.expected.map(String));
      expect(headersOf(described)).to.include.members(Object.keys(request.headers ?? {}));
      expect(
        described.requestBody !== undefined || request.body === undefined,
        'a body only where one is taken',
      ).to.equal(true);
    });
  }

  it('hand the signal on', async () => {
    const { signal } = new AbortController();
    await client.getDeposit('d', { signal });
    await client.createDeposit({}, { signal });
    await client.addToMets('d', [], { metsETag: null, signal });
    expect(requests.map((request) => request.signal)).to.deep.equal([signal, signal, signal]);
    expect(requests.map(({ headers = {} }) => headers)).to.deep.equal([{}, {}, {}]);
  });
});

import { expect } from 'chai';
import { IdentityServiceFault } from '../../../formats/identity-records/identity-service.js';
import { httpIdentityService } from '../../../infra/identity-service/http-identity-service.js';
import { serve } from '../../gateways/service.js';
import { answerRecords, openRecordsServer } from '../../support/identity-service/records-server.js';
import { openedForEach } from '../../support/platform/opened.js';

const faultOf = async (work: Promise<unknown>): Promise<IdentityServiceFault> => {
  const found = await work.catch((error: unknown) => error);
  if (!(found instanceof IdentityServiceFault)) throw new Error(`no fault: ${JSON.stringify(found)}`);
  return found;
};

describe('an identity service over HTTP', () => {
  const server = openedForEach(() => openRecordsServer(answerRecords(() => [])));

  const key = { header: 'X-Institution-Key', value: () => 'a-secret' };
  const service = (timeoutMs = 5_000) => httpIdentityService({ root: `${server.base}/below`, timeoutMs, key });
  const answer = (status: number, body: string, headers: Record<string, string> = {}): void => {
    server.handle = (_, response) => response.writeHead(status, headers).end(body);
  };

  it('is asked by GET below its root, with the key in the header of the settings', async () => {
    await service().byId('a b/c');
    await service().matching('repositoryuri', 'https://x/repository/a&b=c d');
    const [byId, query] = server.requests.map(({ method, url, headers }) => ({
      method,
      url: new URL(url ?? '', server.base),
      key: headers['x-institution-key'],
    }));
    expect(byId).to.include({ method: 'GET', key: 'a-secret' });
    expect(byId?.url.pathname).to.equal('/below/api/v1/ids/a%20b%2Fc');
    expect(query).to.include({ method: 'GET', key: 'a-secret' });
    expect(query?.url.pathname).to.equal('/below/api/v1/ids');
    expect([...(query?.url.searchParams ?? [])]).to.deep.equal([
      ['q', 'https://x/repository/a&b=c d'],
      ['s', 'repositoryuri'],
    ]);
  });

  it('sends no key where there is none', async () => {
    await httpIdentityService({ root: server.base, timeoutMs: 5_000, key: null }).byId('x');
    expect(server.requests[0]?.headers).not.to.have.property('x-api-key');
  });

  for (const status of [500, 502, 503, 408, 429])
    it(`may succeed later after ${status}`, async () => {
      answer(status, '{}');
      expect(await faultOf(service().byId('x'))).to.include({ code: 'identity-service-unavailable', transient: true });
    });

  for (const status of [401, 403, 400, 204])
    it(`needs an operator after ${status}`, async () => {
      answer(status, '');
      const fault = await faultOf(service().byId('x'));
      expect(fault).to.include({ code: 'identity-service-unusable', transient: false });
      expect(fault.message).to.contain(String(status)).and.not.to.contain('a-secret');
    });

  it('is not followed to another host, which would get the key', async () => {
    const other = await openRecordsServer(answerRecords(() => [{ id: 'x' }]));
    answer(302, '', { location: `${other.base}/api/v1/ids/x` });
    expect(await faultOf(service().byId('x'))).to.include({ code: 'identity-service-unusable' });
    expect(other.requests).to.have.length(0);
    await other.close();
  });

  const forms: readonly (readonly [string, string])[] = [
    ['no JSON', '<html>'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('latin1')],
    ['no object', '[]'],
    ['no id', '{"title":"x"}'],
    ['a blank id', '{"id":" "}'],
    ['an object for a text', '{"id":"x","title":{"en":"x"}}'],
    ['JSON nested without end', '['.repeat(1_000_000)],
  ];
  for (const [what, body] of forms)
    it(`is of no use where a record is ${what}`, async () => {
      server.handle = (_, response) => response.writeHead(200).end(Buffer.from(body, 'latin1'));
      expect(await faultOf(service().byId('x'))).to.include({ code: 'identity-service-unusable' });
    });

  for (const body of ['{}', '{"results":{}}', 'null', '{"results":[{"id":"a"},{"title":"b"}]}'])
    it(`is of no use where the answer to a query is ${body}`, async () => {
      answer(200, body);
      expect(await faultOf(service().matching('catirn', '1'))).to.include({ code: 'identity-service-unusable' });
    });

  it('is not read further where its answer has no end', async () => {
    server.handle = (request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!request.socket.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    };
    const fault = await faultOf(service().byId('x'));
    expect(fault).to.include({ code: 'identity-service-unusable' });
    expect(fault.message).to.contain('over');
  });

  it('is waited for no longer than the time-out, before and within an answer', async () => {
    for (const begin of [false, true]) {
      server.handle = (_, response) => {
        if (begin) response.writeHead(200).write('{"id":');
      };
      const fault = await faultOf(service(200).byId('x'));
      expect(fault).to.include({ code: 'identity-service-unavailable', transient: true });
      expect(fault.message).to.equal('The identity service did not answer within 200 ms.');
    }
  });

  it('that breaks off, or is not there, may answer later', async () => {
    server.handle = (request) => void request.socket.destroy();
    expect(await faultOf(service().byId('x'))).to.include({ code: 'identity-service-unavailable' });
    const gone = await serve(() => undefined);
    await gone.close();
    const nowhere = httpIdentityService({ root: gone.base, timeoutMs: 5_000, key: null });
    expect(await faultOf(nowhere.byId('x'))).to.include({ code: 'identity-service-unavailable', transient: true });
  });

  it('gives back its connection after a refusal', async () => {
    answer(404, 'x'.repeat(100_000));
    for (let each = 0; each < 20; each += 1) expect(await service().byId('x')).to.equal(null);
  });
});

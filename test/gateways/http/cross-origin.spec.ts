import { expect } from 'chai';
import { createApp } from '../../../gateways/http/app.js';
import { anyone } from '../../../gateways/http/caller.js';
import { noContent, route } from '../../../gateways/http/route.js';
import { tokenWanted } from '../../../gateways/http/unauthorized.js';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { memoryLog, serve, type Service } from '../service.js';

const responses = { '204': { description: 'done' } };
const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'A small service', version: '1' },
  paths: {
    '/boxes': { post: { operationId: 'addBox', responses } },
    '/pictures/{pictureId}': {
      get: {
        operationId: 'showPicture',
        'x-any-origin': true,
        security: [],
        parameters: [{ name: 'pictureId', in: 'path', schema: { type: 'string' }, ...{ required: true } }],
        responses,
      },
    },
  },
  components: {},
};

const DESK = 'https://desk.example';

describe('requests of pages of other origins', () => {
  const services: Service[] = [];
  after(() => Promise.all(services.map((each) => each.close())));

  /** A service for these origins; callers need the header `authorization`. */
  const serving = async (origins: readonly string[]): Promise<string> => {
    const app = createApp({
      document,
      routes: ['addBox', 'showPicture'].map((id) =>
        route(id, () => Promise.resolve(noContent({ Location: '/boxes/1' }))),
      ),
      identify: ({ values }) =>
        Promise.resolve(
          values('authorization').length === 0
            ? { refused: tokenWanted('Send a token.'), because: 'no token' }
            : { caller: { ...anyone, actor: { agent: 'ada', source: 'user', appId: null } } },
        ),
      log: memoryLog().log,
      origins,
      bodyLimits: { most: 1_000 },
    });
    const service = await serve(app);
    services.push(service);
    return service.base;
  };
  const preflight = (address: string, method: string, origin: string, headers: Record<string, string> = {}) =>
    fetch(address, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method, ...headers },
    });
  const allowed = ({ headers }: Response): string | null => headers.get('access-control-allow-origin');

  it('are answered at a preflight without a token, with the methods and headers that may be sent', async () => {
    const base = await serving([DESK, 'https://other.example']);
    const answer = await preflight(`${base}/boxes`, 'POST', DESK, {
      'access-control-request-headers': 'authorization,content-type',
    });
    expect(answer.status).to.equal(204);
    expect(allowed(answer)).to.equal(DESK);
    expect(answer.headers.get('access-control-allow-methods')).to.include('PATCH');
    expect(answer.headers.get('access-control-allow-headers')).to.equal('authorization,content-type');
    expect(answer.headers.get('access-control-allow-credentials')).to.equal(null);
    expect(answer.headers.get('vary')).to.include('Origin');
  });

  it('may read an answer and the headers that callers need, refusals too', async () => {
    const base = await serving([DESK]);
    const done = await fetch(`${base}/boxes`, { method: 'POST', headers: { origin: DESK, authorization: 'x' } });
    expect([done.status, allowed(done)]).to.deep.equal([204, DESK]);
    expect(done.headers.get('access-control-expose-headers')).to.include('Location').and.include('ETag');
    const refused = await fetch(`${base}/boxes`, { method: 'POST', headers: { origin: DESK } });
    expect([refused.status, allowed(refused)]).to.deep.equal([401, DESK]);
  });

  it('may read nothing from an origin that is not named', async () => {
    const base = await serving([DESK]);
    const stranger = 'https://stranger.example';
    expect(allowed(await preflight(`${base}/boxes`, 'POST', stranger))).to.equal(null);
    const answer = await fetch(`${base}/boxes`, { method: 'POST', headers: { origin: stranger, authorization: 'x' } });
    expect(allowed(answer)).to.equal(null);
  });

  it('may read nothing where no origin is named, and their preflights are requests without a token', async () => {
    const base = await serving([]);
    const answer = await preflight(`${base}/boxes`, 'POST', DESK);
    expect([answer.status, allowed(answer)]).to.deep.equal([401, null]);
  });

  it('may come from everywhere where every origin is allowed', async () => {
    const base = await serving(['*']);
    expect(allowed(await preflight(`${base}/boxes`, 'POST', 'https://anywhere.example'))).to.equal('*');
  });

  it('may come from everywhere for an operation that is open to all, and for no other one', async () => {
    const base = await serving([]);
    const shown = await fetch(`${base}/pictures/7`, { headers: { origin: DESK } });
    expect([shown.status, allowed(shown)]).to.deep.equal([204, '*']);
    expect(allowed(await preflight(`${base}/pictures/7`, 'GET', DESK))).to.equal('*');
    expect(allowed(await preflight(`${base}/boxes`, 'POST', DESK))).to.equal(null);
  });

  it('may reach a service in a private network where a preflight asks for it', async () => {
    const base = await serving([DESK]);
    const answer = await preflight(`${base}/boxes`, 'POST', DESK, { 'access-control-request-private-network': 'true' });
    expect(answer.headers.get('access-control-allow-private-network')).to.equal('true');
  });

  it('that only ask for the options of a path are requests like any other', async () => {
    const base = await serving([DESK]);
    const answer = await fetch(`${base}/boxes`, { method: 'OPTIONS', headers: { authorization: 'x' } });
    expect([answer.status, answer.headers.get('allow')]).to.deep.equal([405, 'POST']);
  });
});

import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { IdentityFault } from '../../../infra/identity/fault.js';
import { tokenProvider, type TokenProvider } from '../../../infra/identity/token-provider.js';
import { openScriptedProvider } from '../../support/identity/scripted-provider.js';
import { openedForEach } from '../../support/platform/opened.js';

describe('the tokens for our own calls', () => {
  const provider = openedForEach(() => openScriptedProvider([]));
  let time: number;
  let forms: URLSearchParams[];
  let next: TokenProvider;
  beforeEach(() => {
    time = 0;
    forms = [];
    next = client('api://muniment/.default');
    answer(200, (count) => ({ access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600 }));
  });

  const client = (scope: string | null) =>
    tokenProvider({ issuer: new URL(provider.issuer), clientId: 'us', secret: () => 's&cr=t', scope }, () => time);
  const answer = (status: number, body: (count: number) => object, headers: Record<string, string> = {}): void => {
    const listener: RequestListener = (request, response) => {
      void text(request).then((form) => {
        forms.push(new URLSearchParams(form));
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body(forms.length)));
      });
    };
    provider.answers.set('/token', listener);
  };
  const faultOf = (): Promise<unknown> => next().catch((fault: unknown) => fault);

  it('are asked for as a client with its own credentials', async () => {
    expect(await next()).to.equal('token-1');
    expect(Object.fromEntries(forms[0]!)).to.deep.equal({
      grant_type: 'client_credentials',
      client_id: 'us',
      client_secret: 's&cr=t',
      scope: 'api://muniment/.default',
    });
  });

  it('are asked for without a scope where there is none', async () => {
    await client(null)();
    expect(forms[0]!.has('scope')).to.equal(false);
  });

  it('are kept until shortly before they end', async () => {
    expect(await next()).to.equal('token-1');
    time = 3_539_000;
    expect(await next()).to.equal('token-1');
    time = 3_540_000;
    expect(await next()).to.equal('token-2');
  });

  it('are used for four fifths of a short life, and once where they do not say how long they live', async () => {
    answer(200, (count) => ({ access_token: `token-${count}`, token_type: 'Bearer', expires_in: 10 }));
    await next();
    time = 7_999;
    expect(await next()).to.equal('token-1');
    time = 8_000;
    answer(200, (count) => ({ access_token: `token-${count}`, token_type: 'Bearer' }));
    expect([await next(), await next()]).to.deep.equal(['token-2', 'token-3']);
  });

  it('are asked for once by all who need one at the same moment', async () => {
    expect(await Promise.all([next(), next(), next()])).to.deep.equal(['token-1', 'token-1', 'token-1']);
    expect(forms).to.have.length(1);
  });

  it('that are refused are no passing fault, and no secret is told', async () => {
    answer(401, () => ({ error: 'invalid_client' }));
    const fault = await faultOf();
    expect(fault).to.be.instanceOf(IdentityFault).and.include({ code: 'client-refused', transient: false });
    expect(String(fault)).to.contain('invalid_client').and.not.contain('cr=t');
  });

  it('that are refused with a challenge are no passing fault either', async () => {
    answer(401, () => ({ error: 'invalid_client' }), { 'www-authenticate': 'Basic realm="x"' });
    expect(await faultOf()).to.include({ code: 'client-refused', transient: false });
  });

  for (const [what, status] of [
    ['fails', 500],
    ['has too much to do', 429],
  ] as const) {
    it(`are a passing fault where the provider ${what}, and come when it recovers`, async () => {
      answer(status, () => ({ error: 'server_error' }));
      expect(await faultOf()).to.include({ code: 'provider-unavailable', transient: true });
      answer(200, () => ({ access_token: 'later', token_type: 'Bearer', expires_in: 60 }));
      expect(await next()).to.equal('later');
    });
  }
});

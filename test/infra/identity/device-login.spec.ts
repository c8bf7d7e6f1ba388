import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { endLogin, logInByDevice, prolongLogin, type DevicePrompt } from '../../../infra/identity/device-login.js';
import { failureOf } from '../../support/failure-of.js';
import { until } from '../../support/scheduling/until.js';

describe('a login at the provider of others', () => {
  let server: Server;
  let issuer: URL;
  let answers: Record<string, readonly [status: number, body: object][]>;
  let shown: DevicePrompt[];
  beforeEach(async () => {
    shown = [];
    server = createServer((request, response) => {
      const left = answers[request.url ?? ''] ?? [];
      const [status, body] = (left.length > 1 ? (left as [number, object][]).shift() : left[0]) ?? [404, {}];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    issuer = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const origin = issuer.origin;
    const metadata = {
      issuer: origin,
      token_endpoint: `${origin}/token`,
      device_authorization_endpoint: `${origin}/device_authorization`,
    };
    const begun = {
      device_code: 'd',
      user_code: 'ABCD',
      verification_uri: 'https://id.example.org/device',
      expires_in: 600,
      interval: 0.01,
    };
    answers = {
      '/.well-known/openid-configuration': [[200, metadata]],
      '/device_authorization': [[200, begun]],
      '/token': [[200, { access_token: 'a', token_type: 'Bearer' }]],
    };
  });
  afterEach(() => server.close());

  const client = () => ({ issuer, clientId: 'muniment' });
  const logIn = (signal = new AbortController().signal) =>
    logInByDevice(client(), { scopes: [], show: (prompt) => Promise.resolve(void shown.push(prompt)), signal });
  const change = (path: string, changes: object): void => {
    const [[status, body] = [200, {}]] = answers[path] ?? [];
    answers[path] = [[status, { ...body, ...changes }]];
  };

  it('goes on while the person types, and while the provider is away for a moment', async () => {
    answers['/token'] = [
      [400, { error: 'authorization_pending' }],
      [503, {}],
      [200, { access_token: 'a', token_type: 'Bearer', refresh_token: 'r', expires_in: 60 }],
    ];
    expect(await logIn()).to.deep.equal({ accessToken: 'a', seconds: 60, refreshToken: 'r' });
    expect(shown).to.deep.equal([{ address: 'https://id.example.org/device', code: 'ABCD', seconds: 600 }]);
  });

  it('has a token for five minutes where the provider does not say for how long', async () =>
    expect(await logIn()).to.deep.equal({ accessToken: 'a', seconds: 300, refreshToken: null }));

  it('ends when the code does, also where the provider does not say so', async () => {
    change('/device_authorization', { expires_in: 1, interval: 60 });
    expect(await failureOf(logIn())).to.include({ code: 'login-too-late' });
  });

  it('ends with its signal while it waits to ask again', async () => {
    change('/device_authorization', { interval: 600 });
    const stopping = new AbortController();
    const running = logIn(stopping.signal);
    await until('there is a code', () => Promise.resolve(shown.length > 0));
    const reason = new Error('enough');
    stopping.abort(reason);
    expect(await failureOf(running)).to.equal(reason);
  });

  it('is refused where no browser could open its page', async () => {
    change('/device_authorization', { verification_uri: 'javascript:alert(1)' });
    expect(await failureOf(logIn())).to.include({ code: 'provider-unfit' });
    expect(shown).to.deep.equal([]);
  });

  it('needs the device flow', async () => {
    change('/.well-known/openid-configuration', { device_authorization_endpoint: undefined });
    const { message, code } = (await failureOf(logIn())) as Error & { code: string };
    expect([code, message]).to.deep.equal([
      'provider-unfit',
      `The identity provider ${issuer.href} has no device flow, by which people log in at a terminal.`,
    ]);
  });

  it('keeps its refresh token where the provider gives no new one', async () =>
    expect(await prolongLogin(client(), 'r')).to.deep.equal({ accessToken: 'a', seconds: 300, refreshToken: 'r' }));

  it('ends quietly where the provider does not want to know', async () => endLogin(client(), 'r'));
});

import { join } from 'node:path';
import { expect } from 'chai';
import { decode } from 'jsonwebtoken';
import { listen, type HttpServer } from '../../../infra/compose/serving/listen.js';
import { issuerClients } from '../../../infra/identity/issuer/issuer-clients.js';
import { issuerKeys } from '../../../infra/identity/issuer/issuer-keys.js';
import { serveIssuer } from '../../../infra/identity/issuer/serve-issuer.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

interface Begun {
  readonly device_code: string;
  readonly user_code: string;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const MINUTE = 60_000;
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';

describe('the device flow of the local issuer', () => {
  const folder = temporaryFolder();
  let listener: HttpServer;
  let time: number;
  beforeEach(async () => {
    time = 1_700_000_000_000;
    listener = await listen('issuer', '127.0.0.1', 0);
    listener.serve(
      serveIssuer({
        issuer: listener.address,
        audience: 'api://muniment',
        keys: issuerKeys(join(folder(), 'keys.json')),
        clients: issuerClients(join(folder(), 'clients.json')),
        publicClient: 'muniment',
        now: () => time,
      }),
    );
  });
  afterEach(() => listener.close(0));

  const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(form);
    const answer = await fetch(`${listener.address}${path}`, { method: 'POST', body, headers });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  const begin = async (): Promise<Begun> => {
    const asked = await post('/device_authorization', { client_id: 'muniment', scope: 'openid offline_access' });
    return JSON.parse(asked.text) as Begun;
  };
  /** The error of a poll, or its tokens, a second after the last. */
  const poll = async (code: string, afterMs = 1_000): Promise<Tokens & { readonly error?: string }> => {
    time += afterMs;
    const asked = await post('/token', { grant_type: DEVICE, client_id: 'muniment', device_code: code });
    return JSON.parse(asked.text) as Tokens & { error?: string };
  };
  const decide = (code: string, decision = 'allow', user = 'ada@example.org') =>
    post('/device', { code, user, decision });
  const refresh = async (token: string) => {
    const asked = await post('/token', { grant_type: 'refresh_token', client_id: 'muniment', refresh_token: token });
    return JSON.parse(asked.text) as Tokens & { error?: string };
  };
  const loggedIn = async (): Promise<Tokens> => {
    const begun = await begin();
    await decide(begun.user_code);
    return poll(begun.device_code);
  };

  it('gives a token that names the person who typed the code, once', async () => {
    const { device_code: code, user_code: typed } = await begin();
    expect(typed).to.match(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    expect(await poll(code)).to.deep.equal({ error: 'authorization_pending' });
    expect((await decide(` ${typed.toLowerCase().replace('-', ' ')} `)).text).to.contain('ada@example.org');
    const { access_token: token } = await poll(code);
    expect(decode(token)).to.include({ preferred_username: 'ada@example.org', azp: 'muniment', aud: 'api://muniment' });
    expect(await poll(code)).to.deep.equal({ error: 'invalid_grant' });
  });

  it('asks a client that is too fast to wait longer', async () => {
    const { device_code: code } = await begin();
    await poll(code);
    expect(await poll(code, 500)).to.deep.equal({ error: 'slow_down' });
    expect(await poll(code, 5_000)).to.deep.equal({ error: 'slow_down' });
    expect(await poll(code, 11_000)).to.deep.equal({ error: 'authorization_pending' });
  });

  it('tells a client whose person refused', async () => {
    const { device_code: code, user_code: typed } = await begin();
    expect((await decide(typed, 'deny', '')).text).to.contain('refused');
    expect(await poll(code)).to.deep.equal({ error: 'access_denied' });
  });

  it('tells a client whose code has expired, and takes that code no more', async () => {
    const { device_code: code, user_code: typed } = await begin();
    time += 15 * MINUTE;
    expect((await decide(typed)).status).to.equal(400);
    expect(await poll(code)).to.deep.equal({ error: 'expired_token' });
  });

  it('lets nobody try many codes, and everybody again after a quarter of an hour', async () => {
    for (let tried = 0; tried < 10; tried++) expect((await decide('BBBB-BBBB')).status).to.equal(400);
    const { user_code: typed } = await begin();
    expect((await decide(typed)).status).to.equal(429);
    time += 15 * MINUTE;
    expect((await decide((await begin()).user_code)).status).to.equal(200);
  });

  it('remembers a hundred codes at most', async () => {
    for (let begun = 0; begun < 100; begun++) await begin();
    const refused = await post('/device_authorization', { client_id: 'muniment' });
    expect([refused.status, refused.text]).to.deep.equal([503, '{"error":"temporarily_unavailable"}']);
    time += 15 * MINUTE;
    expect(await begin()).to.have.property('user_code');
  });

  it('shows nothing of what was typed as HTML, and lets no script run', async () => {
    const { text, headers } = await decide('"><script>', 'allow', '<b>"ada"</b>');
    expect(text).to.not.match(/<script|<b>/);
    expect(headers.get('content-security-policy')).to.match(/^default-src 'none'/);
    const { user_code: typed } = await begin();
    expect((await decide(typed, 'allow', '<b>ada</b>')).text).to.contain('&lt;b&gt;ada&lt;/b&gt;');
  });

  it('takes no user without a name', async () =>
    expect((await decide((await begin()).user_code, 'allow', '\u200b')).status).to.equal(400));

  it('obeys no form that the page of another site sends', async () => {
    const { user_code: typed, device_code: code } = await begin();
    const form = { code: typed, user: 'ada', decision: 'allow' };
    expect((await post('/device', form, { origin: 'https://evil.example' })).status).to.equal(403);
    expect((await post('/device', form, { 'sec-fetch-site': 'cross-site' })).status).to.equal(403);
    expect(await poll(code)).to.deep.equal({ error: 'authorization_pending' });
  });

  it('gives a new refresh token for each, and ends the login of one that is used twice', async () => {
    const first = (await loggedIn()).refresh_token;
    const second = await refresh(first);
    expect(decode(second.access_token)).to.include({ preferred_username: 'ada@example.org' });
    const third = await refresh(second.refresh_token);
    expect(third.refresh_token).to.be.a('string');
    expect(await refresh(second.refresh_token)).to.deep.equal({ error: 'invalid_grant' });
    expect(await refresh(third.refresh_token)).to.deep.equal({ error: 'invalid_grant' });
  });

  it('ends the login of a revoked token', async () => {
    const { refresh_token: token } = await loggedIn();
    expect((await post('/revoke', { client_id: 'muniment', token })).status).to.equal(200);
    expect(await refresh(token)).to.deep.equal({ error: 'invalid_grant' });
  });

  const refused: readonly [what: string, path: string, form: Record<string, string>, error: string][] = [
    ['a code for another client', '/device_authorization', { client_id: 'machine' }, 'unauthorized_client'],
    ['a code without a client', '/device_authorization', {}, 'invalid_request'],
    ['another scope', '/device_authorization', { client_id: 'muniment', scope: 'admin' }, 'invalid_scope'],
    [
      'a token for the public client alone',
      '/token',
      { grant_type: 'client_credentials', client_id: 'muniment' },
      'unauthorized_client',
    ],
    ['a token for no code', '/token', { grant_type: DEVICE, client_id: 'muniment' }, 'invalid_grant'],
  ];
  for (const [what, path, form, error] of refused)
    it(`refuses ${what}`, async () => expect((await post(path, form)).text).to.equal(JSON.stringify({ error })));
});

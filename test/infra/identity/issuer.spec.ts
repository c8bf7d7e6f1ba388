import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { decode } from 'jsonwebtoken';
import { listen, type HttpServer } from '../../../infra/compose/serving/listen.js';
import { issuerClients, type IssuerClients } from '../../../infra/identity/issuer/issuer-clients.js';
import { issuerKeys, type IssuerKeys } from '../../../infra/identity/issuer/issuer-keys.js';
import { serveIssuer } from '../../../infra/identity/issuer/serve-issuer.js';
import { keyCache } from '../../../infra/identity/key-cache.js';
import { loadKeys } from '../../../infra/identity/provider.js';
import { tokenProvider } from '../../../infra/identity/token-provider.js';
import { tokenVerifier } from '../../../infra/identity/token-verifier.js';

const AUDIENCE = 'api://muniment';

describe('the local issuer', () => {
  let folder: string;
  let listener: HttpServer;
  let keys: IssuerKeys;
  let clients: IssuerClients;
  let secret: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muniment-issuer-'));
    keys = issuerKeys(join(folder, 'issuer', 'keys.json'));
    await keys.signing(); // a key takes seconds on a busy machine, and who asks for a token waits for five
    clients = issuerClients(join(folder, 'issuer', 'clients.json'));
    secret = await clients.add('machine', null);
    listener = await listen('issuer', '127.0.0.1', 0);
    listener.serve(
      serveIssuer({
        issuer: listener.address,
        audience: AUDIENCE,
        keys,
        clients,
        publicClient: 'muniment',
        now: Date.now,
      }),
    );
  });
  after(async () => {
    await listener.close(0);
    await rm(folder, { recursive: true });
  });

  const ask = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${listener.address}/token`, { method: 'POST', body: new URLSearchParams(form), headers });
  const credentials = () => ({
    grant_type: 'client_credentials',
    client_id: 'machine',
    client_secret: secret,
    scope: `${AUDIENCE}/.default`,
  });
  const basic = (id: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`,
  });
  const tokenOf = async (form: Record<string, string>): Promise<string> =>
    ((await (await ask(form)).json()) as { access_token: string }).access_token;
  const verifier = () => {
    const cache = keyCache(() => loadKeys(new URL(listener.address)), Date.now);
    return tokenVerifier(cache, { audiences: [AUDIENCE], clockSkewSeconds: 0 }, Date.now);
  };

  it('tells whoever sends more than any honest request has that it is refused', async () => {
    const answer = await ask({ ...credentials(), more: 'x'.repeat(500_000) });
    expect(answer.status).to.equal(400);
    expect(await answer.json()).to.deep.equal({ error: 'invalid_request' });
  });

  it('gives a token that the platform takes, to a client found by openid-client', async () => {
    const client = { issuer: new URL(listener.address), clientId: 'machine', secret: () => secret };
    const token = await tokenProvider({ ...client, scope: `${AUDIENCE}/.default` }, Date.now)();
    const verdict = await verifier()(token);
    expect(verdict).to.have.property('claims').that.includes({ azp: 'machine', aud: AUDIENCE, iss: listener.address });
  });

  it('answers as the specification has it, and lets nobody keep the answer', async () => {
    const answer = await ask(credentials());
    const { access_token: token, ...others } = (await answer.json()) as Record<string, string>;
    expect(others).to.deep.equal({ token_type: 'Bearer', expires_in: 3600 });
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(decode(token!, { complete: true })?.header).to.include({ alg: 'RS256', typ: 'at+jwt' });
  });

  it('takes the secret in the Authorization header instead', async () => {
    const form = { grant_type: 'client_credentials' };
    expect((await ask(form, basic('machine', secret))).status).to.equal(200);
    expect((await ask(form, basic('machine', `${secret}x`))).status).to.equal(401);
    expect((await ask(credentials(), basic('machine', secret))).status).to.equal(400);
  });

  it('names the user of a client that stands for one', async () => {
    const own = await clients.add('ada-client', 'ada@example.org');
    const verdict = await verifier()(await tokenOf({ ...credentials(), client_id: 'ada-client', client_secret: own }));
    expect(verdict).to.have.property('claims').that.includes({ preferred_username: 'ada@example.org' });
  });

  const refused: readonly [string, number, string, () => Record<string, string>][] = [
    ['another secret', 401, 'invalid_client', () => ({ ...credentials(), client_secret: 'x' })],
    ['an unknown client', 401, 'invalid_client', () => ({ ...credentials(), client_id: 'constructor' })],
    ['no secret', 401, 'invalid_client', () => ({ grant_type: 'client_credentials', client_id: 'machine' })],
    ['another grant', 400, 'unsupported_grant_type', () => ({ ...credentials(), grant_type: 'password' })],
    ['another scope', 400, 'invalid_scope', () => ({ ...credentials(), scope: 'api://else/.default' })],
    ['nothing', 400, 'invalid_request', () => ({})],
    ['far too much', 400, 'invalid_request', () => ({ ...credentials(), more: 'x'.repeat(20_000) })],
  ];
  for (const [what, status, error, form] of refused) {
    it(`refuses whoever sends ${what}`, async () => {
      const answer = await ask(form());
      expect([answer.status, await answer.json()]).to.deep.equal([status, { error }]);
    });
  }

  it('signs with a new key after a rotation, and what it signed before holds until the next one', async () => {
    const verify = verifier();
    const old = await tokenOf(credentials());
    await keys.rotate();
    const young = await tokenOf(credentials());
    expect(await verify(old)).to.have.property('claims');
    expect(await verify(young)).to.have.property('claims');
    await keys.rotate();
    expect(await verifier()(old)).to.have.property('invalid');
    expect(await verifier()(young)).to.have.property('claims');
  });

  it('goes on with its keys and clients after a restart', async () => {
    const [before] = await keys.published();
    const again = issuerKeys(join(folder, 'issuer', 'keys.json'));
    expect((await again.published())[0]).to.deep.equal(before);
    const known = issuerClients(join(folder, 'issuer', 'clients.json'));
    expect(await known.authenticate('machine', secret)).to.deep.equal({ user: null });
  });

  it('keeps its files to itself, and no secret in them', async () => {
    for (const name of ['keys.json', 'clients.json'])
      expect((await stat(join(folder, 'issuer', name))).mode & 0o777).to.equal(0o600);
    expect(await readFile(join(folder, 'issuer', 'clients.json'), 'utf8')).to.not.contain(secret);
  });

  it('shows nobody a private key', async () => {
    const text = await (await fetch(`${listener.address}/jwks`)).text();
    expect(text).to.contain('"kid"').and.not.contain('"d"');
  });

  it('knows no other address', async () => expect((await fetch(`${listener.address}/userinfo`)).status).to.equal(404));
});

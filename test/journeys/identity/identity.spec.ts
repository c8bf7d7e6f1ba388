import { expect } from 'chai';
import { openScriptedProvider, type ScriptedProvider } from '../../support/identity/scripted-provider.js';
import type { Reply } from '../../support/http/call-on.js';
import { freePort } from '../../support/free-port.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';
import { AUDIENCE, claimsAt, newKey, segment, signed } from '../../support/identity/token-signer.js';
import { rawRequest } from '../../gateways/service.js';
import { until } from '../../support/scheduling/until.js';

interface SeenCaller {
  readonly name: string | null;
  readonly source: string;
  readonly appId: string | null;
  readonly depositBucket: string;
  readonly advice?: string;
}
interface Deposit {
  readonly id: string;
  readonly createdBy: string;
}

const key = newKey('first');
const NO_NAME = 'Unauthorized: No valid user name or machine header';
const knownClients = {
  'app-digitisation': { name: 'Digitisation', depositBucket: 'digitisation-workspace' },
  'app-catalogue': { name: 'Catalogue' },
};

describe('a platform whose callers bring tokens', () => {
  let provider: ScriptedProvider;
  let platform: TestPlatform;
  before(async () => {
    provider = await openScriptedProvider([key]);
    platform = await startTestPlatform({
      environment: {
        MUNIMENT_AUTH_ISSUER: provider.issuer,
        MUNIMENT_AUTH_AUDIENCE: AUDIENCE,
        MUNIMENT_KNOWN_CLIENTS: JSON.stringify(knownClients),
      },
    });
  });
  after(async () => {
    await platform.remove();
    await provider.close();
  });

  const claims = (changes: Record<string, unknown> = {}) =>
    claimsAt(Math.floor(Date.now() / 1000), { iss: provider.issuer, ...changes });
  const bearer = (changes: Record<string, unknown> = {}, by = key) => ({
    authorization: `Bearer ${signed(by, claims(changes))}`,
  });
  const whoAmI = (headers: Record<string, string>): Promise<Reply<SeenCaller>> =>
    platform.call<SeenCaller>('GET', '/whoami', undefined, headers);
  const named = (name: string) => ({ ...bearer(), 'x-client-identity': name });

  it('tells everyone, for an hour, where to get a token, on both services', async () => {
    for (const self of ['preservation', 'storage'] as const) {
      const base = platform.ready[self];
      const answer = await fetch(`${base}/.well-known/oauth-protected-resource`);
      expect(answer.headers.get('cache-control')).to.equal('public, max-age=3600');
      expect(await answer.json()).to.deep.equal({
        resource: base,
        resource_name: `Muniment ${self} service`,
        bearer_methods_supported: ['header'],
        authorization_servers: [provider.issuer],
        scopes_supported: ['openid', 'offline_access'],
        muniment_client_id: 'muniment',
      });
    }
  });

  describe('sees', () => {
    const workspace = 'muniment-workspace';
    const rows: readonly [string, () => Record<string, string>, SeenCaller][] = [
      [
        'a user',
        () => ({ ...bearer({ upn: 'ada@example.org', azp: 'app-digitisation' }), 'x-client-identity': 'x' }),
        { name: 'ada@example.org', source: 'user', appId: 'app-digitisation', depositBucket: workspace },
      ],
      [
        'a known client with a bucket',
        () => ({ ...bearer({ azp: 'app-digitisation' }), 'x-client-identity': 'x' }),
        { name: 'Digitisation', source: 'token', appId: 'app-digitisation', depositBucket: 'digitisation-workspace' },
      ],
      [
        'a known client without one',
        () => bearer({ azp: undefined, appid: 'app-catalogue' }),
        { name: 'Catalogue', source: 'token', appId: 'app-catalogue', depositBucket: workspace },
      ],
      [
        'a client that names itself',
        () => ({ ...bearer(), 'x-client-identity': 'importer' }),
        { name: 'importer', source: 'header-fallback', appId: 'app', depositBucket: workspace },
      ],
      [
        'a client without a name',
        () => bearer(),
        { name: null, source: 'unknown', appId: 'app', depositBucket: workspace },
      ],
    ];
    for (const [what, headers, seen] of rows) {
      it(`${what}, on both services`, async () => {
        for (const base of [platform.ready.preservation, platform.ready.storage]) {
          const answer = await platform.call<SeenCaller>('GET', `${base}/whoami`, undefined, headers());
          const { advice, ...body } = answer.body;
          expect([answer.status, body]).to.deep.equal([200, seen]);
          expect(advice === undefined).to.equal(seen.name !== null);
        }
      });
    }
  });

  describe('answers 401 to', () => {
    const good = () => signed(key, claims());
    const rows: readonly [string, () => string][] = [
      ['no token', () => ''],
      ['another scheme', () => 'Basic dXNlcjpwYXNz'],
      ['a token that is not signed', () => `Bearer ${segment({ alg: 'none' })}.${segment(claims())}.`],
      ['a token for another audience', () => bearer({ aud: 'api://else' }).authorization],
      ['a token of another issuer', () => bearer({ iss: 'https://else.example' }).authorization],
      ['an expired token', () => bearer({ exp: 1_000_000_000 }).authorization],
      ['a token that is not valid yet', () => bearer({ nbf: 4_000_000_000, exp: 4_000_000_300 }).authorization],
      ['a token of an unknown key', () => bearer({}, newKey('unknown')).authorization],
      ['a token of a foreign key', () => bearer({}, newKey('first')).authorization],
      ['a huge token', () => bearer({ more: 'x'.repeat(20_000) }).authorization],
      ['a token of 100 KB', () => `Bearer ${'x'.repeat(100_000)}`],
      ['a malformed token', () => 'Bearer x.y.z'],
      ['a token with more behind it', () => `Bearer ${good()} x`],
    ];
    for (const [what, authorization] of rows) {
      it(`${what}, on both services, with a challenge`, async () => {
        for (const base of [platform.ready.preservation, platform.ready.storage]) {
          const value = authorization();
          const headers: Record<string, string> = value === '' ? {} : { authorization: value };
          for (const path of ['/repository', '/whoami', '/nowhere']) {
            const answer = await platform.call('GET', base + path, undefined, { ...headers, 'x-client-identity': 'x' });
            expect(answer.status, path).to.equal(401);
            expect(answer.headers.get('www-authenticate'), path).to.match(/^Bearer\b/);
          }
        }
      });
    }

    it('two tokens', async () => {
      const port = Number(new URL(platform.ready.preservation).port);
      const header = `Authorization: Bearer ${good()}`;
      expect(await rawRequest(port, 'GET /whoami', [header])).to.match(/^HTTP\/1\.1 200 /);
      expect(await rawRequest(port, 'GET /whoami', [header, header])).to.match(/^HTTP\/1\.1 401 /);
    });

    it('HEAD too, without a body', async () => {
      const answer = await fetch(`${platform.ready.preservation}/repository`, { method: 'HEAD' });
      const challenge = answer.headers.get('www-authenticate');
      const address = `${platform.ready.preservation}/.well-known/oauth-protected-resource`;
      const told = `Bearer realm="muniment", resource_metadata="${address}"`;
      expect([answer.status, challenge, await answer.text()]).to.deep.equal([401, told, '']);
    });

    it('all but headers that are longer than anyone reads, which the server itself answers with 431', async () => {
      expect((await whoAmI({ authorization: `Bearer ${'x'.repeat(140_000)}` })).status).to.equal(431);
    });

    it('a caller whom nothing names', async () => {
      const { status, body } = await platform.call('GET', '/repository', undefined, bearer());
      expect([status, body]).to.deep.equal([401, NO_NAME]);
    });
  });

  it('takes a scheme in lower case', async () => {
    const { status } = await whoAmI({ authorization: bearer().authorization.replace('Bearer', 'bearer') });
    expect(status).to.equal(200);
  });

  it('lets everyone ask for its health and its documents', async () => {
    for (const base of [platform.ready.preservation, platform.ready.storage])
      for (const path of ['/health', '/openapi.json', '/docs', '/docs/start.js', '/problems', '/problems/not-found'])
        expect((await platform.call('GET', base + path)).status).to.equal(200);
  });

  it('takes the tokens of a new key without a restart, and no longer those of the one it replaced', async () => {
    const second = newKey('second');
    provider.keys = [second];
    expect((await whoAmI(bearer({}, second))).status).to.equal(200);
    expect((await whoAmI(bearer())).status).to.equal(401);
    provider.keys = [second, key];
    expect((await whoAmI(bearer())).status).to.equal(200);
  });

  it('records the names of its callers, and tells them of each other', async () => {
    const made = await platform.call<{ createdBy: string }>('PUT', '/repository/names', undefined, named('importer'));
    expect(made.status).to.equal(201);
    const { body } = await platform.call<Deposit>('POST', '/deposits', {}, bearer({ upn: 'ada@example.org' }));
    expect(body.createdBy).to.equal(`${platform.ready.preservation}/agents/ada@example.org`);
    const locked = await platform.call('POST', `${body.id}/lock`, undefined, bearer({ upn: 'ada@example.org' }));
    expect(locked.status).to.equal(204);
    const other = await platform.call<{ detail: string }>('POST', `${body.id}/lock`, undefined, named('other'));
    expect([other.status, JSON.stringify(other.body)].join()).to.match(/^409.*ada@example\.org/);
  });
});

describe('a platform whose identity provider is away at its start', () => {
  it('starts, answers 503 to tokens and 401 to none, and goes on by itself when the provider is there', async () => {
    const port = await freePort();
    const issuer = `http://127.0.0.1:${port}`;
    const platform = await startTestPlatform({
      environment: { MUNIMENT_AUTH_ISSUER: issuer, MUNIMENT_AUTH_AUDIENCE: AUDIENCE, MUNIMENT_LOG_LEVEL: 'error' },
    });
    const at = Math.floor(Date.now() / 1000);
    const token = signed(key, claimsAt(at, { iss: issuer, upn: 'ada' }));
    const ask = () => platform.call('GET', '/whoami', undefined, { authorization: `Bearer ${token}` });
    try {
      const early = await ask();
      expect(early.status).to.equal(503);
      expect(early.headers.get('retry-after')).to.match(/^\d+$/);
      expect(early.headers.get('content-type')).to.match(/^application\/problem\+json/);
      expect((await platform.call('GET', '/whoami')).status).to.equal(401);
      const provider = await openScriptedProvider([key], port);
      await until('the token is taken', async () => (await ask()).status === 200);
      await provider.close();
      expect((await ask()).status).to.equal(200);
    } finally {
      await platform.remove();
    }
  });
});

import { generateKeyPairSync } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { IdentityFault } from '../../../infra/identity/fault.js';
import { openIdentity } from '../../../infra/compose/serving/open-identity.js';
import { readConfig } from '../../../infra/config/config.js';
import { openLog } from '../../../infra/log/logger.js';
import { loadKeys } from '../../../infra/identity/provider.js';
import { DISCOVERY, openScriptedProvider } from '../../support/identity/scripted-provider.js';
import { newKey } from '../../support/identity/token-signer.js';
import { openedForEach } from '../../support/platform/opened.js';

const key = newKey('k');
const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
const weak = newKey('weak', 'ES256', { kty: 'oct', k: 'c2VjcmV0' });

describe('asking the identity provider for its keys', () => {
  const provider = openedForEach(() => openScriptedProvider([key]));

  const load = () => loadKeys(new URL(provider.issuer));
  const answer = (path: string, body: unknown, status = 200): void => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const listener: RequestListener = (_, response) => {
      response
        .writeHead(status, { 'content-type': 'application/json', location: `${provider.issuer}/elsewhere` })
        .end(text);
    };
    provider.answers.set(path, listener);
  };

  it('finds them through discovery, with the issuer as tokens have it', async () => {
    const { issuer, keyFor } = await load();
    expect(issuer).to.equal(provider.issuer);
    expect((await keyFor({ alg: 'ES256', kid: 'k' }))?.equals(key.publicKey)).to.equal(true);
    expect(await keyFor({ alg: 'ES384', kid: 'k' })).to.equal(null);
  });

  it('passes over what no token can be verified with', async () => {
    const others = [
      weak,
      newKey('enc', 'ES256', { use: 'enc' }),
      newKey('odd', 'ES256', { crv: 'secp256k1' }),
      newKey('short', 'RS256', { ...short.export({ format: 'jwk' }) }),
    ];
    provider.keys = [...others, key];
    const { keyFor } = await load();
    for (const { alg, kid } of others) expect(await keyFor({ alg, kid }), kid).to.equal(null);
    expect((await keyFor({ alg: 'ES256', kid: null }))?.equals(key.publicKey)).to.equal(true);
  });

  it('takes the first of several keys of one name', async () => {
    provider.keys = [key, newKey('k')];
    const { keyFor } = await load();
    expect((await keyFor({ alg: 'ES256', kid: 'k' }))?.equals(key.publicKey)).to.equal(true);
  });

  const faults: readonly [string, () => void][] = [
    ['has no discovery', () => answer(DISCOVERY, 'nothing', 404)],
    ['fails', () => answer('/jwks', '{}', 500)],
    ['sends us elsewhere', () => answer('/jwks', '', 302)],
    ['answers no JSON', () => answer('/jwks', '<html>')],
    ['answers endlessly', () => answer('/jwks', `{"keys":["${'x'.repeat(1_100_000)}"]}`)],
    ['answers no keys', () => answer('/jwks', { keys: 'none' })],
    ['has no key that can be used', () => (provider.keys = [weak])],
    ['breaks off', () => provider.answers.set('/jwks', (request) => void request.socket.destroy())],
  ];
  for (const [what, arrange] of faults) {
    it(`is a passing fault where it ${what}`, async () => {
      arrange();
      const fault: unknown = await load().catch((error: unknown) => error);
      expect(fault).to.be.instanceOf(IdentityFault);
      expect(fault).to.include({ code: 'provider-unavailable', transient: true });
    });
  }

  const misfits: readonly [string, () => void, string][] = [
    [
      'is another one than was asked for',
      () => answer(DISCOVERY, { issuer: 'https://evil.example', jwks_uri: 'x' }),
      'names the issuer https://evil.example',
    ],
    ['redirects', () => answer(DISCOVERY, '', 302), '/elsewhere'],
    ['does not say where its keys are', () => answer(DISCOVERY, { issuer: provider.issuer }), 'has no jwks_uri'],
    [
      'says that its keys are in a file',
      () => answer(DISCOVERY, { issuer: provider.issuer, jwks_uri: 'file:///x' }),
      'its jwks_uri is file:///x',
    ],
  ];
  for (const [what, arrange, told] of misfits) {
    it(`is a fault of the settings, which no repeat mends and no start survives, where it ${what}`, async () => {
      arrange();
      const fault: unknown = await load().catch((error: unknown) => error);
      expect(fault).to.include({ code: 'provider-unfit', transient: false });
      expect((fault as Error).message)
        .to.contain(provider.issuer)
        .and.contain(told);
      const settings = readConfig({ MUNIMENT_AUTH_ISSUER: provider.issuer, MUNIMENT_AUTH_AUDIENCE: 'a' }).identity;
      expect(await openIdentity(settings, openLog('error')('identity')).catch((error: unknown) => error)).to.include({
        code: 'provider-unfit',
      });
    });
  }

  it('is a passing fault where nobody answers', async () => {
    const { issuer } = provider;
    const nobody = await openScriptedProvider([]);
    await nobody.close();
    expect(await loadKeys(new URL(nobody.issuer)).catch((error: unknown) => error)).to.include({ transient: true });
    expect(nobody.issuer).to.not.equal(issuer);
  });

  it('ends in bounded time where there is no answer', async () => {
    provider.answers.set('/jwks', () => undefined);
    expect(await load().catch((error: unknown) => error)).to.include({ code: 'provider-unavailable' });
  });
});

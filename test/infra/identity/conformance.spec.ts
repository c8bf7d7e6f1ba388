import { expect } from 'chai';
import { tokenIdentity } from '../../../gateways/identity/token-identity.js';
import { keyCache } from '../../../infra/identity/key-cache.js';
import { loadKeys } from '../../../infra/identity/provider.js';
import { tokenProvider } from '../../../infra/identity/token-provider.js';
import { tokenVerifier } from '../../../infra/identity/token-verifier.js';
import { CLIENT, openOidcProvider } from '../../support/identity/oidc-provider.js';
import { openedOnce } from '../../support/platform/opened.js';

const AUDIENCE = 'https://muniment.example/api';
const clients = new Map([['app-1', { name: 'Digitisation', depositBucket: 'digitisation' }]]);

for (const alg of ['RS256', 'PS256', 'ES256'] as const) {
  describe(`a provider that others wrote, signing by ${alg}`, () => {
    const provider = openedOnce(() => openOidcProvider(AUDIENCE, alg));

    const tell = (claims: Record<string, unknown>): void => {
      for (const name of Object.keys(provider.extraClaims)) provider.extraClaims[name] = undefined;
      Object.assign(provider.extraClaims, claims);
    };
    const token = (secret = CLIENT.secret): Promise<string> =>
      tokenProvider(
        { issuer: new URL(provider.issuer), clientId: CLIENT.id, secret: () => secret, scope: 'api' },
        Date.now,
      )();
    const identifier = (audience = AUDIENCE) => {
      const keys = keyCache(() => loadKeys(new URL(provider.issuer)), Date.now);
      return tokenIdentity(tokenVerifier(keys, { audiences: [audience], clockSkewSeconds: 5 }, Date.now), clients);
    };
    const seen = async (identify = identifier(), name?: string) => {
      const headers = new Map([['authorization', [`Bearer ${await token()}`]]]);
      if (name !== undefined) headers.set('x-client-identity', [name]);
      const identity = await identify({ values: (header) => headers.get(header) ?? [] });
      return 'caller' in identity ? identity.caller : identity.because;
    };

    it('gives tokens that name a client that names itself', async () => {
      tell({ azp: 'unlisted' });
      expect(await seen(identifier(), 'importer')).to.deep.equal({
        actor: { agent: 'importer', source: 'header-fallback', appId: 'unlisted' },
        appId: 'unlisted',
        depositBucket: null,
      });
    });

    it('gives tokens that name a known client', async () => {
      tell({ azp: 'app-1' });
      expect(await seen()).to.deep.include({ depositBucket: 'digitisation' });
    });

    it('gives tokens that name a user', async () => {
      tell({ azp: 'app-1', preferred_username: 'ada@example.org' });
      expect(await seen()).to.have.nested.property('actor.agent', 'ada@example.org');
    });

    it('gives tokens that are not for everyone', async () =>
      expect(await seen(identifier('https://else.example'))).to.equal('The token is for another audience.'));

    it('gives none to whoever does not know the secret', async () =>
      expect(await token('another secret').catch((fault: unknown) => fault)).to.include({ code: 'client-refused' }));

    it('may begin to sign with other keys, without a restart of ours', async () => {
      tell({ azp: 'app-1' });
      const identify = identifier();
      await seen(identify);
      await provider.signWith('second');
      expect(await seen(identify)).to.deep.include({ appId: 'app-1' });
    });
  });
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newKey } from './token-signer.js';
import { signingJwk, unadvised } from './oidc-provider.js';

/** oidc-provider with one public client, at which every person may sign in with any password. */
export interface PeopleOidcProvider {
  readonly issuer: string;
  close(): Promise<void>;
}

/** The client that people sign in with. */
export const PEOPLE_CLIENT = 'muniment';

/** Starts it; its access tokens are JWTs for `audience` that name the person. */
export const openPeopleProvider = async (audience: string): Promise<PeopleOidcProvider> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const resource = { audience, scope: 'openid', accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } } as const;
  const handle = await unadvised(async () => {
    const { default: Provider } = await import('oidc-provider');
    return new Provider(issuer, {
      clients: [
        {
          client_id: PEOPLE_CLIENT,
          application_type: 'native', // on any port of this computer
          grant_types: ['authorization_code', 'refresh_token'],
          redirect_uris: ['http://127.0.0.1/console/api/signed-in'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        },
      ],
      jwks: { keys: [signingJwk(newKey('people', 'RS256'))] },
      cookies: { keys: ['only for tests'] },
      extraTokenClaims: (_, token) => ({
        preferred_username: 'accountId' in token ? token.accountId : undefined,
      }),
      findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
      ttl: { AccessToken: 3_600, Grant: 86_400, IdToken: 600, Interaction: 600, RefreshToken: 86_400, Session: 600 },
      issueRefreshToken: () => Promise.resolve(true),
      features: {
        devInteractions: { enabled: true },
        revocation: { enabled: true, allowedPolicy: () => Promise.resolve(true) },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => audience,
          useGrantedResource: () => true,
          getResourceServerInfo: () => resource,
        },
      },
    }).callback();
  });
  server.on('request', (request, response) => void handle(request, response));
  return {
    issuer,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

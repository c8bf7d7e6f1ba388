import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JWK } from 'oidc-provider';
import { newKey, type TestKey } from './token-signer.js';

/** Runs something that must come first with the console silent: a package that advises its operators on standard error. */
export const unadvised = async <T>(work: () => Promise<T>): Promise<T> => {
  const { info, warn } = console;
  console.info = console.warn = () => undefined;
  try {
    return await work();
  } finally {
    Object.assign(console, { info, warn });
  }
};

export interface OidcProvider {
  readonly issuer: string;
  /** The claims that its tokens have beside its own; to be changed in place. */
  readonly extraClaims: Record<string, unknown>;
  /** From now on signs with a new key alone, of this name. */
  signWith(kid: string): Promise<void>;
  close(): Promise<void>;
}

export const CLIENT = { id: 'machine', secret: 'a secret of forty characters or near that' };

/** The private key as a JWK. */
export const signingJwk = ({ privateKey, jwk }: TestKey): JWK => ({ ...privateKey.export({ format: 'jwk' }), ...jwk });

/** Starts oidc-provider with one machine client, whose tokens are JWTs for `audience`, signed by a key of this kind. */
export const openOidcProvider = async (audience: string, alg: 'RS256' | 'PS256' | 'ES256'): Promise<OidcProvider> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const extraClaims: Record<string, unknown> = {};
  const signWith = async (kid: string): Promise<void> => {
    const resource = { audience, scope: 'api', accessTokenFormat: 'jwt', jwt: { sign: { alg } } } as const;
    const handle = await unadvised(async () => {
      const { default: Provider } = await import('oidc-provider');
      return new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            grant_types: ['client_credentials'],
            redirect_uris: [],
            response_types: [],
            token_endpoint_auth_method: 'client_secret_post',
            id_token_signed_response_alg: alg,
          },
        ],
        jwks: { keys: [signingJwk(newKey(kid, alg))] },
        ttl: { ClientCredentials: 600 },
        extraTokenClaims: () => extraClaims,
        features: {
          clientCredentials: { enabled: true },
          devInteractions: { enabled: false },
          resourceIndicators: {
            enabled: true,
            defaultResource: () => audience,
            useGrantedResource: () => true,
            getResourceServerInfo: () => resource,
          },
        },
      }).callback();
    });
    server.removeAllListeners('request');
    server.on('request', (request, response) => void handle(request, response));
  };
  await signWith('first');
  return {
    issuer,
    extraClaims,
    signWith,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { IssuerClients } from './issuer-clients.js';
import type { IssuerKeys } from './issuer-keys.js';
import { readTokenRequest } from './token-request.js';

const LIFE_SECONDS = 3600;

/** The settings of issued tokens. */
export interface Issuance {
  /** Without a slash at its end. */
  readonly issuer: string;
  readonly audience: string;
  readonly keys: IssuerKeys;
  readonly clients: IssuerClients;
}

/** The response to a client: a token, or an error of RFC 6749 5.2. */
export interface TokenAnswer {
  readonly status: 200 | 400 | 401;
  readonly body: object;
}

/** The accepted scopes; all mean the one audience. */
export const scopesOf = (audience: string): string[] => [`${audience}/.default`, audience];

/** Answers a token request (RFC 6749 4.4): an access token in the manner of RFC 9068, with the client in `azp`. */
export const issueToken = async (
  { issuer, audience, keys, clients }: Issuance,
  authorization: string | undefined,
  body: string,
): Promise<TokenAnswer> => {
  const request = readTokenRequest(authorization, body);
  if ('error' in request) return { status: request.error === 'invalid_client' ? 401 : 400, body: request };
  const { clientId, secret, scope } = request;
  const client = await clients.authenticate(clientId, secret);
  if (client === undefined) return { status: 401, body: { error: 'invalid_client' } };
  if (scope !== null && !scopesOf(audience).includes(scope)) return { status: 400, body: { error: 'invalid_scope' } };
  const { kid, privateKey } = await keys.signing();
  const user = client.user === null ? {} : { preferred_username: client.user };
  const claims = { client_id: clientId, azp: clientId, ...user };
  const token = jwt.sign(claims, privateKey, {
    algorithm: 'RS256',
    issuer,
    audience,
    subject: client.user ?? clientId,
    jwtid: randomUUID(),
    notBefore: 0,
    expiresIn: LIFE_SECONDS,
    header: { alg: 'RS256', typ: 'at+jwt', kid },
  });
  return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: LIFE_SECONDS } };
};

import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { IssuerClients } from './issuer-clients.js';
import type { IssuerKeys } from './issuer-keys.js';

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

/** A request to the token endpoint, or its error (RFC 6749 5.2). */
type TokenRequest =
  | { readonly clientId: string; readonly secret: string; readonly scope: string | null }
  | { readonly error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' };

/** Each part of `Basic` credentials is form-encoded (RFC 6749 2.3.1). */
const basicCredentials = (authorization: string): readonly [string, string] | null => {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization) ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  if (id === undefined || secret === undefined) return null;
  const decoded = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));
  try {
    return [decoded(id), decoded(secret)];
  } catch {
    return null;
  }
};

/**
 * Reads a token request from its Authorization header and its form; the client's credentials may be in only one of
 * them.
 */
const readTokenRequest = (authorization: string | undefined, body: string): TokenRequest => {
  const form = new URLSearchParams(body);
  if ([...new Set(form.keys())].some((name) => form.getAll(name).length > 1)) return { error: 'invalid_request' };
  const [grant, id, secret] = [form.get('grant_type'), form.get('client_id'), form.get('client_secret')];
  if (grant === null) return { error: 'invalid_request' };
  if (grant !== 'client_credentials') return { error: 'unsupported_grant_type' };
  const scope = form.get('scope');
  if (authorization === undefined) {
    return id === null || secret === null ? { error: 'invalid_client' } : { clientId: id, secret, scope };
  }
  const basic = basicCredentials(authorization);
  if (basic === null) return { error: 'invalid_client' };
  if (secret !== null || (id !== null && id !== basic[0])) return { error: 'invalid_request' };
  return { clientId: basic[0], secret: basic[1], scope };
};

import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { AuthorizationCodes } from './authorization-codes.js';
import type { DeviceCodes, WaitingError } from './device-codes.js';
import type { IssuerClients } from './issuer-clients.js';
import type { IssuerKeys } from './issuer-keys.js';
import type { RefreshTokens } from './refresh-tokens.js';
import { GRANTS, readClientRequest, type ClientRequest, type RequestError } from './token-request.js';

const LIFE_SECONDS = 3600;

/** The settings of issued tokens. */
export interface Issuance {
  /** Without a slash at its end. */
  readonly issuer: string;
  readonly audience: string;
  readonly keys: IssuerKeys;
  readonly clients: IssuerClients;
  /** The client of people, which has no secret. */
  readonly publicClient: string;
  /** Milliseconds. */
  readonly now: () => number;
}

/** What the issuer remembers of people who log in. */
export interface PeopleLogins {
  readonly codes: DeviceCodes;
  /** Of people who sign in with a browser. */
  readonly grants: AuthorizationCodes;
  readonly refresh: RefreshTokens;
}

/** The response to a client: a token, or an error of RFC 6749 5.2. */
export interface TokenAnswer {
  readonly status: 200 | 400 | 401 | 503;
  readonly body: object;
}

/** The accepted scopes; all mean the one audience. */
export const scopesOf = (audience: string): string[] => [`${audience}/.default`, audience];

/** What people may ask for besides. */
export const PEOPLE_SCOPES = ['openid', 'offline_access'];

type ClientError = RequestError['error'] | WaitingError | 'invalid_scope' | 'unauthorized_client';

export const refused = (error: ClientError | 'temporarily_unavailable'): TokenAnswer => ({
  status: error === 'invalid_client' ? 401 : error === 'temporarily_unavailable' ? 503 : 400,
  body: { error },
});

/** Whether all scopes of a request are among these; none need be named. */
const asksOnlyFor = ({ form }: ClientRequest, scopes: readonly string[]): boolean =>
  (form.get('scope') ?? '').split(' ').every((scope) => scope === '' || scopes.includes(scope));

/** A token of this issuer about a subject, signed, for an hour. */
const signed = async (
  { issuer, keys, now }: Issuance,
  { claims, audience, subject, type }: { claims: object; audience: string; subject: string; type: string },
): Promise<string> => {
  const { kid, privateKey } = await keys.signing();
  return jwt.sign({ ...claims, iat: Math.floor(now() / 1_000) }, privateKey, {
    algorithm: 'RS256',
    issuer,
    audience,
    subject,
    jwtid: randomUUID(),
    notBefore: 0,
    expiresIn: LIFE_SECONDS,
    header: { alg: 'RS256', typ: type, kid },
  });
};

/** An access token in the manner of RFC 9068, with the client in `azp`. */
const accessToken = async (issuance: Issuance, clientId: string, user: string | null): Promise<object> => {
  const claims = { client_id: clientId, azp: clientId, ...(user === null ? {} : { preferred_username: user }) };
  const subject = user ?? clientId;
  const token = await signed(issuance, { claims, audience: issuance.audience, subject, type: 'at+jwt' });
  return { access_token: token, token_type: 'Bearer', expires_in: LIFE_SECONDS };
};

const byCredentials = async (issuance: Issuance, request: ClientRequest): Promise<TokenAnswer> => {
  const { clientId, secret } = request;
  const client = secret === null ? undefined : await issuance.clients.authenticate(clientId, secret);
  if (client === undefined) return refused('invalid_client');
  if (!asksOnlyFor(request, scopesOf(issuance.audience))) return refused('invalid_scope');
  return { status: 200, body: await accessToken(issuance, clientId, client.user) };
};

const ofUser = async (
  issuance: Issuance,
  { clientId }: ClientRequest,
  { user, refreshToken }: { readonly user: string; readonly refreshToken: string },
): Promise<TokenAnswer> => {
  const token = await accessToken(issuance, clientId, user);
  return { status: 200, body: { ...token, refresh_token: refreshToken } };
};

const byDevice = (
  issuance: Issuance,
  { codes, refresh }: PeopleLogins,
  request: ClientRequest,
): TokenAnswer | Promise<TokenAnswer> => {
  const polled = codes.poll(request.form.get('device_code') ?? '', request.clientId);
  if ('error' in polled) return refused(polled.error);
  const { user } = polled;
  return ofUser(issuance, request, { user, refreshToken: refresh.issue(user, request.clientId) });
};

const byRefresh = (
  issuance: Issuance,
  { refresh }: PeopleLogins,
  request: ClientRequest,
): TokenAnswer | Promise<TokenAnswer> => {
  const exchanged = refresh.exchange(request.form.get('refresh_token') ?? '', request.clientId);
  if (exchanged === null) return refused('invalid_grant');
  return ofUser(issuance, request, { user: exchanged.user, refreshToken: exchanged.next });
};

/** A code, with which the client gets an ID token, too (OpenID Connect). */
const byCode = async (
  issuance: Issuance,
  { grants, refresh }: PeopleLogins,
  request: ClientRequest,
): Promise<TokenAnswer> => {
  const { form, clientId } = request;
  const shown = { clientId, redirectUri: form.get('redirect_uri') ?? '', verifier: form.get('code_verifier') ?? '' };
  const redeemed = grants.redeem(form.get('code') ?? '', shown);
  if (redeemed === null) return refused('invalid_grant');
  const { user, nonce } = redeemed;
  const { body } = await ofUser(issuance, request, { user, refreshToken: refresh.issue(user, clientId) });
  const claims = { preferred_username: user, ...(nonce === null ? {} : { nonce }) };
  const idToken = await signed(issuance, { claims, audience: clientId, subject: user, type: 'JWT' });
  return { status: 200, body: { ...body, id_token: idToken } };
};

/** Whether a request is of the client of people, which has no secret. */
const isPublic = ({ publicClient }: Issuance, { clientId, secret }: ClientRequest): boolean =>
  clientId === publicClient && secret === null;

type OfPerson = (
  issuance: Issuance,
  logins: PeopleLogins,
  request: ClientRequest,
) => TokenAnswer | Promise<TokenAnswer>;

/** What the client of people may ask with. */
const OF_PEOPLE: ReadonlyMap<string, OfPerson> = new Map([
  [GRANTS.device, byDevice],
  [GRANTS.refresh, byRefresh],
  [GRANTS.code, byCode],
]);

/**
 * Answers a token request: client credentials (RFC 6749 4.4), a device code (RFC 8628 3.4), an authorization code (RFC 6749
 * 4.1.3), a refresh token.
 */
export const issueToken = async (
  issuance: Issuance,
  logins: PeopleLogins,
  { authorization, body }: { readonly authorization: string | undefined; readonly body: string },
): Promise<TokenAnswer> => {
  const request = readClientRequest(authorization, body);
  if ('error' in request) return refused(request.error);
  const grant = request.form.get('grant_type');
  if (grant === null) return refused('invalid_request');
  if (grant === GRANTS.credentials)
    return isPublic(issuance, request) ? refused('unauthorized_client') : byCredentials(issuance, request);
  const ofPerson = OF_PEOPLE.get(grant);
  if (ofPerson === undefined) return refused('unsupported_grant_type');
  return isPublic(issuance, request) ? ofPerson(issuance, logins, request) : refused('unauthorized_client');
};

/** Answers a client that wants a code for a person to type (RFC 8628 3.1). */
export const beginDevice = (issuance: Issuance, { codes }: PeopleLogins, body: string): TokenAnswer => {
  const request = readClientRequest(undefined, body);
  if ('error' in request) return refused(request.error);
  if (!isPublic(issuance, request)) return refused('unauthorized_client');
  const scopes = [...scopesOf(issuance.audience), ...PEOPLE_SCOPES];
  if (!asksOnlyFor(request, scopes)) return refused('invalid_scope');
  const begun = codes.begin(request.clientId);
  if (begun === null) return refused('temporarily_unavailable');
  return {
    status: 200,
    body: {
      device_code: begun.deviceCode,
      user_code: begun.userCode,
      verification_uri: `${issuance.issuer}/device`,
      expires_in: begun.seconds,
      interval: begun.intervalSeconds,
    },
  };
};

/** Ends the login of a refresh token (RFC 7009); an unknown one is as good as ended. */
export const revokeToken = (issuance: Issuance, { refresh }: PeopleLogins, body: string): TokenAnswer => {
  const request = readClientRequest(undefined, body);
  if ('error' in request) return refused(request.error);
  if (!isPublic(issuance, request)) return refused('unauthorized_client');
  refresh.revoke(request.form.get('token') ?? '');
  return { status: 200, body: {} };
};

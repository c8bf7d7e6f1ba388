import type { IncomingMessage, RequestListener } from 'node:http';
import { authorizationCodes } from './authorization-codes.js';
import { deviceCodes } from './device-codes.js';
import { devicePage, PAGE_HEADERS, type Page } from './device-page.js';
import {
  beginDevice,
  issueToken,
  PEOPLE_SCOPES,
  refused,
  revokeToken,
  scopesOf,
  type Issuance,
  type PeopleLogins,
  type TokenAnswer,
} from './issue-token.js';
import { refreshTokens } from './refresh-tokens.js';
import { decideDevice, strangerText } from './serve-device-page.js';
import { decideSignIn, showSignIn, signOut, type PageOrAddress } from './serve-sign-in.js';
import { wrongRequestPage } from './sign-in-page.js';
import { GRANTS } from './token-request.js';

const LONGEST_REQUEST = 16_384;

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const json = (status: number, body: object, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  text: JSON.stringify(body),
});

const pageReply = ({ status, html }: Page): Reply => ({ status, headers: PAGE_HEADERS, text: html });

/** The form of the page may lead to this computer: browsers hold redirects of a form against its policy, too. */
const SIGN_IN_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': (PAGE_HEADERS['content-security-policy'] ?? '').replace(
    "form-action 'self'",
    "form-action 'self' http://127.0.0.1:* http://localhost:*",
  ),
};

const signInReply = (answer: PageOrAddress): Reply =>
  'address' in answer
    ? { status: 303, headers: { ...SIGN_IN_HEADERS, location: answer.address.href }, text: '' }
    : { ...pageReply(answer), headers: SIGN_IN_HEADERS };

/** How much of a body that is too long is read and discarded, so that the sender gets the error. */
const MOST_DISCARDED = 1024 ** 2;

/** The body of a request; null where it is too long. */
const bodyOf = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let length = 0;
  // The request is not destroyed, so that the response can be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_REQUEST) chunks.length = 0;
    else chunks.push(chunk);
    if (length > MOST_DISCARDED) break;
  }
  return length > LONGEST_REQUEST ? null : Buffer.concat(chunks).toString('utf8');
};

const discovery = ({ issuer, audience }: Issuance): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  authorization_response_iss_parameter_supported: true,
  code_challenge_methods_supported: ['S256'],
  end_session_endpoint: `${issuer}/sign-out`,
  token_endpoint: `${issuer}/token`,
  device_authorization_endpoint: `${issuer}/device_authorization`,
  revocation_endpoint: `${issuer}/revoke`,
  jwks_uri: `${issuer}/jwks`,
  grant_types_supported: Object.values(GRANTS),
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  scopes_supported: [...scopesOf(audience), ...PEOPLE_SCOPES],
});

/** Answers what a client has posted. */
const toClient = async (
  request: IncomingMessage,
  answerOf: (body: string) => TokenAnswer | Promise<TokenAnswer>,
): Promise<Reply> => {
  const body = await bodyOf(request);
  if (body === null) return json(400, refused('invalid_request').body, { connection: 'close' });
  const { status, body: answered } = await answerOf(body);
  const isBasic = status === 401 && request.headers.authorization !== undefined;
  return json(status, answered, isBasic ? { 'www-authenticate': 'Basic realm="issuer"' } : {});
};

/** Answers a person's browser, unless another site sent it. */
const toPerson = async ({ issuer }: Issuance, { codes }: PeopleLogins, request: IncomingMessage): Promise<Reply> => {
  const body = request.method === 'POST' ? await bodyOf(request) : '';
  const stranger = strangerText(issuer, request.headers);
  if (stranger !== null) return pageReply(devicePage({ wrong: stranger }, 403));
  if (body === null) return pageReply(devicePage({ wrong: 'The form is too long.' }, 400));
  return pageReply(request.method === 'POST' ? decideDevice(codes, body) : devicePage({}));
};

/** Answers a person's browser at the page where people sign in, unless another site sent the form. */
const toSignIn = async (
  { issuer, audience, publicClient }: Issuance,
  { grants: codes }: PeopleLogins,
  request: IncomingMessage,
): Promise<Reply> => {
  const parts = { issuer, publicClient, scopes: [...scopesOf(audience), ...PEOPLE_SCOPES], codes };
  const isForm = request.method === 'POST';
  const body = isForm ? await bodyOf(request) : '';
  const stranger = isForm ? strangerText(issuer, request.headers) : null;
  if (stranger !== null) return signInReply({ ...wrongRequestPage(stranger), status: 403 });
  if (body === null) return signInReply(wrongRequestPage('The form is too long.'));
  return signInReply(isForm ? decideSignIn(parts, body) : showSignIn(parts, queryOf(request)));
};

const queryOf = ({ url = '' }: IncomingMessage): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '');

type Handler = (issuance: Issuance, logins: PeopleLogins, request: IncomingMessage) => Reply | Promise<Reply>;

/** By method and path. */
const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['GET /.well-known/openid-configuration', (issuance) => json(200, discovery(issuance))],
  ['GET /jwks', async ({ keys }) => json(200, { keys: await keys.published() })],
  [
    'POST /token',
    (issuance, logins, request) => {
      const { authorization } = request.headers;
      return toClient(request, (body) => issueToken(issuance, logins, { authorization, body }));
    },
  ],
  [
    'POST /device_authorization',
    (issuance, logins, request) => toClient(request, (body) => beginDevice(issuance, logins, body)),
  ],
  ['POST /revoke', (issuance, logins, request) => toClient(request, (body) => revokeToken(issuance, logins, body))],
  ['GET /device', toPerson],
  ['POST /device', toPerson],
  ['GET /authorize', toSignIn],
  ['POST /authorize', toSignIn],
  ['GET /sign-out', (_, __, request) => signInReply(signOut(queryOf(request)))],
]);

const replyTo = async (issuance: Issuance, logins: PeopleLogins, request: IncomingMessage): Promise<Reply> => {
  const [path = ''] = (request.url ?? '').split('?');
  const handler = HANDLERS.get(`${request.method ?? ''} ${path}`);
  return handler === undefined ? json(404, { error: 'not_found' }) : handler(issuance, logins, request);
};

/**
 * An identity provider for trials: discovery, keys, tokens for client credentials, and for people, without passwords, the
 * device flow and the authorization code flow.
 */
export const serveIssuer = (issuance: Issuance): RequestListener => {
  const { now } = issuance;
  const logins = { codes: deviceCodes(now), grants: authorizationCodes(now), refresh: refreshTokens(now) };
  return (request, response) => {
    const send = ({ status, headers, text }: Reply): void => void response.writeHead(status, headers).end(text);
    replyTo(issuance, logins, request)
      .catch(() => json(500, { error: 'server_error' }))
      .then(send)
      .catch(() => response.destroy());
  };
};

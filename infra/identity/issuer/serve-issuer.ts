import type { IncomingMessage, RequestListener } from 'node:http';
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
  token_endpoint: `${issuer}/token`,
  device_authorization_endpoint: `${issuer}/device_authorization`,
  revocation_endpoint: `${issuer}/revoke`,
  jwks_uri: `${issuer}/jwks`,
  grant_types_supported: Object.values(GRANTS),
  response_types_supported: [],
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

const replyTo = async (issuance: Issuance, logins: PeopleLogins, request: IncomingMessage): Promise<Reply> => {
  const { authorization } = request.headers;
  const [path = ''] = (request.url ?? '').split('?');
  switch (`${request.method ?? ''} ${path}`) {
    case 'GET /.well-known/openid-configuration':
      return json(200, discovery(issuance));
    case 'GET /jwks':
      return json(200, { keys: await issuance.keys.published() });
    case 'POST /token':
      return toClient(request, (body) => issueToken(issuance, logins, { authorization, body }));
    case 'POST /device_authorization':
      return toClient(request, (body) => beginDevice(issuance, logins, body));
    case 'POST /revoke':
      return toClient(request, (body) => revokeToken(issuance, logins, body));
    case 'GET /device':
    case 'POST /device':
      return toPerson(issuance, logins, request);
    default:
      return json(404, { error: 'not_found' });
  }
};

/**
 * An identity provider for trials: discovery, keys, tokens for client credentials, and the device flow for people, without
 * passwords.
 */
export const serveIssuer = (issuance: Issuance): RequestListener => {
  const logins = { codes: deviceCodes(issuance.now), refresh: refreshTokens(issuance.now) };
  return (request, response) => {
    const send = ({ status, headers, text }: Reply): void => void response.writeHead(status, headers).end(text);
    replyTo(issuance, logins, request)
      .catch(() => json(500, { error: 'server_error' }))
      .then(send)
      .catch(() => response.destroy());
  };
};

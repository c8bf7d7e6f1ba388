import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { issueToken, scopesOf, type Issuance } from './issue-token.js';

const LONGEST_REQUEST = 16_384;

const send = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers }).end(text);
};

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
  jwks_uri: `${issuer}/jwks`,
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  scopes_supported: scopesOf(audience),
});

const token = async (issuance: Issuance, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await bodyOf(request);
  if (body === null) {
    send(response, 400, { error: 'invalid_request' }, { connection: 'close' });
    return;
  }
  const answer = await issueToken(issuance, request.headers.authorization, body);
  send(
    response,
    answer.status,
    answer.body,
    answer.status === 401 && request.headers.authorization !== undefined
      ? { 'www-authenticate': 'Basic realm="issuer"' }
      : {},
  );
};

const answer = async (issuance: Issuance, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const [path = ''] = (request.url ?? '').split('?');
  const asked = `${request.method ?? ''} ${path}`;
  if (asked === 'GET /.well-known/openid-configuration') send(response, 200, discovery(issuance));
  else if (asked === 'GET /jwks') send(response, 200, { keys: await issuance.keys.published() });
  else if (asked === 'POST /token') await token(issuance, request, response);
  else send(response, 404, { error: 'not_found' });
};

/** An identity provider for trials: only discovery, keys, and tokens for client credentials. */
export const serveIssuer =
  (issuance: Issuance): RequestListener =>
  (request, response) => {
    answer(issuance, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else send(response, 500, { error: 'server_error' });
    });
  };

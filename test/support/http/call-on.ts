import { requireListedStatus } from './listed-status.js';

export interface Reply<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Sends one request; `path` is below the service unless it is a whole address. */
export type Call = <Body = unknown>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply<Body>>;

/** Requests of a plain client of a service, with JSON both ways. Rejects for a status that its document does not list. */
export const callOn =
  (service: string): Call =>
  async <Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const address = path.startsWith('http') ? path : `${service}${path}`;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(address, { method, headers: { ...type, ...headers }, ...sent });
    requireListedStatus(method, address, response.status);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson && text !== '' ? JSON.parse(text) : text) as Body,
    };
  };

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closesAfter, endAfterRest } from '../../../gateways/http/answer/respond.js';
import { boundedTimes, USUAL_BOUNDS, type ConnectionBounds } from './connection-bounds.js';
import { boundConnections } from '../../../flow/sharing/bound-connections.js';
import { codeOf } from '../../../flow/error-code.js';

/** A listening address, which accepts connections before requests can be answered. */
export interface HttpServer {
  /** `http://<host>:<port>`, without a slash at its end. */
  readonly address: string;
  /** Begins to answer requests; until then they get 503. */
  serve(listener: RequestListener): void;
  /** Continues to answer, but every answer closes its connection, so that clients connect elsewhere. */
  retire(): void;
  /** Accepts no new request, waits `graceMs` for open ones, then closes their connections; may be called again. */
  close(graceMs?: number): Promise<void>;
}

/** The port of a listener is in use, or this process has no permission for it. */
export class ListenFault extends Error {
  override name = 'ListenFault';
  readonly code = 'address-unusable';
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is in use by another process',
  EACCES: 'this process is not allowed to use it',
  EADDRNOTAVAIL: 'this machine does not have that address',
};

/** The ListenFault for an error of listening; other errors unchanged. */
export const listenFault = (what: string, host: string, port: number, error: unknown): unknown => {
  const reason = REASONS[codeOf(error) ?? ''];
  if (reason === undefined) return error;
  return new ListenFault(`The ${what} cannot listen on ${host} port ${port}: ${reason}.`, { cause: error });
};

const STARTING = JSON.stringify({
  title: 'Service Unavailable',
  status: 503,
  detail: 'The service is starting; the same request can be sent again.',
});

const notYet: RequestListener = (_, response) => {
  const unread = closesAfter(response);
  response.writeHead(503, {
    'retry-after': '1',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(STARTING),
  });
  if (!unread) response.end(STARTING);
  else {
    response.write(STARTING);
    void endAfterRest(response);
  }
};

const close = async (server: Server, graceMs: number): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const grace = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(grace);
};

/** Longer than any accepted token, so that the verifier of tokens refuses a longer one. */
const LONGEST_HEADERS = 128 * 1024;

/** Listens on a port; 0 picks a free one. Rejects with ListenFault. */
export const listen = async (
  what: string,
  host: string,
  port: number,
  bounds: Partial<ConnectionBounds> = {},
): Promise<HttpServer> => {
  const bounded = { ...USUAL_BOUNDS, ...bounds };
  let answer = notYet;
  let retiring = false;
  const server = createServer(
    { keepAliveTimeout: 75_000, maxHeaderSize: LONGEST_HEADERS, ...boundedTimes(bounded) },
    (request, response) => {
      if (retiring) response.shouldKeepAlive = false;
      answer(request, response);
    },
  );
  boundConnections(server, bounded.connections, bounded.onRefused);
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw listenFault(what, host, port, error);
  });
  const bound = server.address() as AddressInfo;
  let closed: Promise<void> | null = null;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`,
    serve: (listener) => {
      answer = listener;
    },
    retire: () => {
      retiring = true;
    },
    close: (graceMs = 8_000) => (closed ??= close(server, graceMs)),
  };
};

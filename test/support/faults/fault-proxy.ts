import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What becomes of a request on its way to a server: the connection is reset before the server hears of it, the answer
 * is dropped after the server has given it, the request waits for a promise, or an error document answers it.
 */
export type HttpFault =
  'reset' | 'drop-answer' | { readonly until: Promise<unknown> } | { readonly status: number; readonly code: string };

export interface FaultProxy {
  /** `http://127.0.0.1:<port>`. */
  readonly endpoint: string;
  /** `<method> <path>` of every request that came, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

const pass = (target: URL, incoming: IncomingMessage, answer: (upstream: IncomingMessage) => void): void => {
  const { method, url: path, rawHeaders } = incoming;
  const outgoing = send({ host: target.hostname, port: target.port, method, path, headers: pairs(rawHeaders) });
  outgoing.on('response', answer).on('error', () => incoming.socket.destroy());
  incoming.pipe(outgoing);
};

/** Signatures cover headers as they were sent. */
const pairs = (raw: readonly string[]): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (let at = 0; at < raw.length; at += 2) headers[raw[at] ?? ''] = raw[at + 1] ?? '';
  return headers;
};

const dropped = (upstream: IncomingMessage, incoming: IncomingMessage): void =>
  void upstream.resume().once('end', () => incoming.socket.destroy());

const relayed = (upstream: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(upstream.statusCode ?? 502, upstream.rawHeaders);
  upstream.pipe(response);
};

/** A proxy before an HTTP server that lets requests come to harm: `faultOf` is asked of each, null lets it pass. */
export const openFaultProxy = async (
  target: string,
  faultOf: (request: IncomingMessage) => HttpFault | null,
): Promise<FaultProxy> => {
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const fault = faultOf(incoming);
    const forward = (): void => pass(new URL(target), incoming, (upstream) => relayed(upstream, response));
    if (fault === null) forward();
    else if (fault === 'reset') incoming.socket.destroy();
    else if (fault === 'drop-answer') pass(new URL(target), incoming, (upstream) => dropped(upstream, incoming));
    else if ('until' in fault) void fault.until.then(forward);
    else {
      const { status, code } = fault;
      const body = `<Error><Code>${code}</Code><Message>as the test wants it</Message></Error>`;
      incoming.resume().once('end', () => response.writeHead(status).end(body));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.js';
import { drain } from '../../../../flow/streams/drain.js';
import { sendStream } from '../../../../flow/streams/send-stream.js';
import type { Exchange } from './exchange.js';

/** After a client was too slow, the rest of its request is not awaited. */
const TOO_SLOW = 408;

/**
 * Sends a complete response. Rejects where the stream fails or the client disconnects; the connection is then closed.
 */
export const send = async (exchange: Exchange, answer: Answer): Promise<void> => {
  const { request, response } = exchange;
  const { status, headers, body } = answer;
  if (typeof body === 'object') {
    response.writeHead(status, headers);
    return sendStream(body, response);
  }
  const length = body === undefined ? lengthOfNothing(status) : { 'content-length': Buffer.byteLength(body) };
  if (request.complete || !hasBody(request)) {
    response.writeHead(status, { ...length, ...headers });
    response.end(body);
    return;
  }
  // The client is still sending a body that is not needed. It gets the response immediately; then some more of the body
  // is read, since closing a connection with unread bytes could discard the response.
  response.writeHead(status, { ...length, ...headers, connection: 'close' });
  if (body !== undefined && request.method !== 'HEAD') response.write(body);
  else response.flushHeaders();
  if (!exchange.awaitsContinue && status !== TOO_SLOW) await drain(request);
  response.end();
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

const lengthOfNothing = (status: number): Record<string, number> =>
  status === 204 || status === 304 ? {} : { 'content-length': 0 };

import type { IncomingMessage, ServerResponse } from 'node:http';

const MOST_BYTES = 64 * 1024 ** 2;
const MOST_MS = 5_000;

/**
 * Whether the client is still sending a body of which nobody reads more. The answer then ends the connection, and says
 * so: to be called before its headers go out.
 */
export const closesAfter = (response: ServerResponse): boolean => {
  const { complete, headers } = response.req;
  const unread =
    !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
  if (unread) response.shouldKeepAlive = false;
  return unread;
};

/**
 * Ends an answer that was written while its request was still coming: as much is taken as it takes a well-meaning client
 * to notice, for bytes left unread would make the closing connection swallow the answer. Never rejects.
 */
export const endAfterRest = async (response: ServerResponse): Promise<void> => {
  if (!response.headersSent) response.flushHeaders();
  await forget(response.req);
  response.end();
};

const forget = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let left = MOST_BYTES;
    const done = (): void => {
      clearTimeout(timer);
      request.off('data', take);
      resolve();
    };
    const take = (piece: Buffer): void => {
      left -= piece.length;
      if (left < 0) done();
    };
    const timer = setTimeout(done, MOST_MS);
    request.unpipe();
    request.on('data', take).once('end', done).once('close', done).once('error', done);
    request.resume();
    if (request.readableEnded || request.destroyed) done();
  });

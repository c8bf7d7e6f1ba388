import type { Exchange } from '../exchange.js';
import type { ChunkSignatures } from '../sigv4/chunk-signatures.js';
import type { IncomingBody } from './incoming-body.js';

/** A request's body, not read before it is asked for; a client that waits is then told to go on. */
export const receiveBody = (exchange: Exchange, payload: string, chunks: ChunkSignatures | null): IncomingBody => {
  const { request, response } = exchange;
  const length = request.headers['content-length'];
  return {
    payload,
    chunks,
    length: length === undefined ? null : Number(length),
    bytes: {
      [Symbol.asyncIterator]() {
        if (exchange.awaitsContinue) response.writeContinue();
        exchange.awaitsContinue = false;
        // Who stops reading in the middle still has an answer to send over this connection.
        return request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
      },
    },
  };
};

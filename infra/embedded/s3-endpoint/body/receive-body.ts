import type { IncomingMessage } from 'node:http';
import type { IncomingBody } from './incoming-body.js';

/** A request's body, not read before it is asked for; `onStart` runs when it is. */
export const receiveBody = (
  request: IncomingMessage,
  { payload, chunks, onStart }: Pick<IncomingBody, 'payload' | 'chunks'> & { readonly onStart: () => void },
): IncomingBody => {
  const length = request.headers['content-length'];
  return {
    payload,
    chunks,
    length: length === undefined ? null : Number(length),
    bytes: {
      [Symbol.asyncIterator]() {
        onStart();
        // Who stops reading in the middle still has an answer to send over this connection.
        return request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
      },
    },
  };
};

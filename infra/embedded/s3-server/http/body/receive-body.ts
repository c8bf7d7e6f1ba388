import { TooSlow, atMinimumRate, type MinimumRate } from '../../../../../flow/streams/minimum-rate.js';
import type { Exchange } from '../exchange.js';
import type { ChunkSignatures } from '../sigv4/chunk-signatures.js';
import { S3Error } from '../s3-error.js';

/** A request's body before it is read. */
export interface IncomingBody {
  /** The bytes as sent; the first read sends 100 Continue to a waiting client. */
  readonly bytes: AsyncIterable<Buffer>;
  /** The Content-Length header; null where the client sends pieces of its own length. */
  readonly length: number | null;
  /** SHA-256 of the body in hex, or one of the words that stand for it. */
  readonly payload: string;
  readonly chunks: ChunkSignatures | null;
}

/** A slow line is accepted; a stalled one ends the connection in any case. */
const SLOW_LINE: MinimumRate = { leastPerSecond: 1_024, patienceMs: 120_000 };

/** A request's body, read only on demand; the first read sends 100 Continue to a waiting client. */
export const receiveBody = (
  exchange: Exchange,
  payload: string,
  chunks: ChunkSignatures | null,
  pace = SLOW_LINE,
): IncomingBody => {
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
        // The connection stays open when reading stops early, since the response is still to be sent.
        return withTimeoutError(
          atMinimumRate(request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>, pace),
        );
      },
    },
  };
};

const withTimeoutError = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* pieces;
  } catch (error) {
    throw error instanceof TooSlow ? new S3Error('RequestTimeout', 'The body came too slowly.') : error;
  }
};

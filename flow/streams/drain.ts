import type { Readable } from 'node:stream';

const MOST_BYTES = 64 * 1024 ** 2;
const MOST_MS = 5_000;

/**
 * Reads a stream and forgets what it reads, so that its sender comes to an end and looks for an answer. Resolves at the
 * end of the stream, or after 64 MiB or 5 seconds of it; never rejects.
 */
export const drain = (stream: Readable): Promise<void> =>
  new Promise((resolve) => {
    let left = MOST_BYTES;
    const done = (): void => {
      clearTimeout(timer);
      stream.off('data', take);
      resolve();
    };
    const take = (piece: Buffer): void => {
      left -= piece.length;
      if (left < 0) done();
    };
    const timer = setTimeout(done, MOST_MS);
    stream.on('data', take).once('end', done).once('close', done).once('error', done);
    stream.resume();
    if (stream.readableEnded || stream.destroyed) done();
  });

import type { Readable } from 'node:stream';

const maxBytes = 64 * 1024 ** 2;
const maxMs = 5_000;

/** Reads and forgets until the end, or until it has gone on for too long. Never rejects. */
export const drain = (stream: Readable): Promise<void> =>
  new Promise((resolve) => {
    let left = maxBytes;
    const done = (): void => {
      clearTimeout(timer);
      stream.off('data', take);
      resolve();
    };
    const take = (piece: Buffer): void => {
      left -= piece.length;
      if (left < 0) done();
    };
    const timer = setTimeout(done, maxMs);
    stream.on('data', take).once('end', done).once('close', done).once('error', done);
    stream.resume();
    if (stream.readableEnded || stream.destroyed) done();
  });

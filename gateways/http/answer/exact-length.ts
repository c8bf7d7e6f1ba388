import { Transform } from 'node:stream';

/**
 * Passes bytes on, and fails where there are more or fewer than `size`: Content-Length has announced as many, and a
 * client must notice that it did not receive them.
 */
export const exactLength = (size: number): Transform => {
  let left = size;
  return new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      left -= piece.length;
      if (left < 0) done(new Error(`The content has more than the announced ${size} bytes.`));
      else done(null, piece);
    },
    flush(done) {
      done(left === 0 ? null : new Error(`${left} of the announced ${size} bytes are missing.`));
    },
  });
};

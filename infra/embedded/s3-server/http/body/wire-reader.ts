import { S3Error } from '../s3-error.js';

/** Reads lines and runs of bytes from a stream whose pieces end anywhere. */
export interface WireReader {
  /** The next line without its CRLF. Throws IncompleteBody at the end, InvalidRequest for one that is too long. */
  line(): Promise<string>;
  /** As `line`, but null at the end; text before the end without a CRLF counts as a line. */
  lineOrEnd(): Promise<string | null>;
  /** The next available bytes, at most `count`. Throws IncompleteBody at the end. */
  atMost(count: number): Promise<Buffer>;
  /** Throws InvalidRequest where there is anything more than line ends. */
  end(): Promise<void>;
  release(): Promise<void>;
}

const maxLine = 4096;
const incomplete = (): S3Error => new S3Error('IncompleteBody', 'The body ended before it was complete.');

export const wireReader = (source: AsyncIterable<Buffer>): WireReader => {
  const pieces = source[Symbol.asyncIterator]();
  let pending: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const next = await pieces.next();
    if (next.done === true) return false;
    pending = pending.length === 0 ? next.value : Buffer.concat([pending, next.value]);
    return true;
  };
  /** Null where the source ended within a line; its text is still pending. */
  const wholeLine = async (): Promise<string | null> => {
    for (;;) {
      const end = pending.indexOf('\r\n');
      if (end > maxLine || (end < 0 && pending.length > maxLine)) {
        throw new S3Error('InvalidRequest', 'A line of the aws-chunked coding is too long.');
      }
      if (end >= 0) {
        const line = pending.toString('latin1', 0, end);
        pending = pending.subarray(end + 2);
        return line;
      }
      if (!(await more())) return null;
    }
  };
  return {
    async lineOrEnd() {
      const line = await wholeLine();
      if (line !== null || pending.length === 0) return line;
      const rest = pending.toString('latin1');
      pending = Buffer.alloc(0);
      return rest;
    },
    async line() {
      const line = await wholeLine();
      if (line === null) throw incomplete();
      return line;
    },
    async atMost(count) {
      if (pending.length === 0 && !(await more())) throw incomplete();
      const piece = pending.subarray(0, count);
      pending = pending.subarray(piece.length);
      return piece;
    },
    async end() {
      do {
        if (pending.toString('latin1').trim() !== '') {
          throw new S3Error('InvalidRequest', 'The body goes on after its last chunk.');
        }
        pending = Buffer.alloc(0);
      } while (await more());
    },
    async release() {
      await pieces.return?.();
    },
  };
};

import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { codeOf } from '../../../flow/error-code.js';

/** Standard output or standard error. */
export interface TextStream extends Writable {
  readonly isTTY?: boolean;
  /** Of a terminal, at present. */
  readonly columns?: number;
  readonly rows?: number;
}

/** Nobody reads the answer any more, as after `| head`. */
export class BrokenPipe extends Error {
  override name = 'BrokenPipe';
}

/** Writes to a stream in order, at the pace of its reader. */
export interface Writing {
  /** Rejects with BrokenPipe, or with the error of the stream. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** Resolves when all was taken over by the system, or nobody reads it any more. Rejects with the error of the stream. */
  flushed(): Promise<void>;
}

/** From now on an error of the stream is one of the next write, and no exception. */
export const writingTo = (stream: Writable): Writing => {
  let failure: Error | null = null;
  stream.on('error', (error: Error) => {
    failure ??= codeOf(error) === 'EPIPE' ? new BrokenPipe('nobody reads the answer', { cause: error }) : error;
  });
  const requireWhole = (): void => {
    if (failure !== null) throw failure;
  };
  return {
    async write(chunk) {
      requireWhole();
      if (!stream.write(chunk)) await drainedOrClosed(stream);
      requireWhole();
    },
    async flushed() {
      if (failure === null && !stream.destroyed)
        await new Promise<void>((resolve) => stream.write('', () => resolve()));
      if (failure !== null && !(failure instanceof BrokenPipe)) throw failure;
    },
  };
};

const drainedOrClosed = async (stream: Writable): Promise<void> => {
  const over = new AbortController();
  const { signal } = over;
  const [drained, closed] = [once(stream, 'drain', { signal }), once(stream, 'close', { signal })];
  await Promise.race([drained, closed]).catch(() => undefined);
  over.abort(); // or the stream would keep what waits for the other
  await Promise.allSettled([drained, closed]);
};

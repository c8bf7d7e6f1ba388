import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface SendOptions {
  /** What the bytes pass through on their way. */
  readonly through?: readonly Transform[];
  /** Whether the destination ends with the stream; true by default. */
  readonly end?: boolean;
}

/**
 * Sends a stream and closes it, whatever happens. Rejects as `pipeline` does, which since Node 22 leaves a stream open
 * whose destination has been closed before.
 */
export const sendStream = async (
  stream: Readable,
  destination: Writable,
  { through = [], end = true }: SendOptions = {},
): Promise<void> => {
  try {
    await pipeline([stream, ...through, destination], { end });
  } finally {
    stream.destroy();
  }
};

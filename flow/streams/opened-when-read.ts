import { Readable } from 'node:stream';

/**
 * A stream that opens another one when it is read: before that it holds nothing open, and nothing of it can fail while
 * nobody listens, which would end the process.
 */
export const openedWhenRead = (open: () => Readable): Readable => Readable.from(contentOf(open), { objectMode: false });

async function* contentOf(open: () => Readable): AsyncGenerator<Buffer> {
  for await (const chunk of open()) yield chunk as Buffer;
}

import { Readable } from 'node:stream';
import { ArchiveFault } from '../archive/archive.js';
import { ApiFault } from './api-fault.js';
import { archiveFault } from './archive-faults.js';
import type { ContentRequests } from './service-requests.js';
import { realRetryContext, withRetries, type RetryContext } from './with-retries.js';

/** The bytes of a file that never changes, up to its end or to another place in it. */
export interface RemoteContent {
  readonly address: string;
  /** In bytes; of a file that is read up to a place, the offset of that. */
  readonly size: number;
  /** The offset of the first byte that is wanted. */
  readonly from: number;
  /** Whether the file goes on behind `size`. */
  readonly isPart?: boolean;
}

interface Transfer {
  readonly requests: Pick<ContentRequests, 'open'>;
  readonly retries?: RetryContext;
}

type Chunks = AsyncIterator<Uint8Array, undefined>;

/**
 * Opens the bytes. Where the connection breaks, they are asked for again from there on, for a minute after the last ones
 * came. Rejects, and fails, with ArchiveFault.
 */
export const openContent = async (transfer: Transfer, content: RemoteContent): Promise<Readable> => {
  if (content.from > 0 && content.from >= content.size) return Readable.from([]);
  const first = await begin(transfer, content).catch(throwArchiveFault);
  return Readable.from(chunksOf(transfer, content, first), { objectMode: false });
};

const throwArchiveFault = (error: unknown): never => {
  // What the service cannot read of the file it has is damaged.
  if (error instanceof ApiFault && error.status === 500)
    throw new ArchiveFault('damaged', error.detail ?? error.message, { cause: error });
  throw archiveFault(error);
};

async function* chunksOf(
  transfer: Transfer,
  content: RemoteContent,
  first: BegunContent,
): AsyncGenerator<Uint8Array, void> {
  let at = content.from;
  let { chunk, rest } = first;
  try {
    while (chunk !== null) {
      yield chunk;
      at += chunk.length;
      chunk = await nextOf(rest).catch(() => null);
      if (chunk !== null || at >= content.size) continue;
      ({ chunk, rest } = await begin(transfer, { ...content, from: at }));
    }
  } catch (error) {
    throwArchiveFault(error);
  } finally {
    await rest.return?.().catch(() => undefined);
  }
}

/** The first bytes that came, null where there are none, and where the others come from. */
interface BegunContent {
  readonly chunk: Uint8Array | null;
  readonly rest: Chunks;
}

/** Asks for the bytes until the first of them are there. */
const begin = async ({ requests, retries = realRetryContext() }: Transfer, content: RemoteContent) =>
  withRetries(async (): Promise<BegunContent> => {
    const { address, from, size, isPart = false } = content;
    const wantsAll = from === 0 && !isPart;
    const request = new Request(address, wantsAll ? {} : { headers: { range: `bytes=${from}-${size - 1}` } });
    const response = await requests.open(request);
    if (!wantsAll && response.status !== 206)
      throw new ApiFault(`GET ${address} was answered with ${response.status} and all bytes where a part was wanted.`);
    const rest = chunksIn(response);
    const chunk = await nextOf(rest).catch((error: unknown) => {
      throw broken(address, error);
    });
    if (chunk === null && size > 0) throw broken(address, null);
    return { chunk, rest };
  }, retries);

const broken = (address: string, cause: unknown): ApiFault =>
  new ApiFault(`The connection broke while ${address} was read.`, { transient: true }, { cause });

const chunksIn = ({ body }: Response): Chunks => {
  const none: Chunks = { next: () => Promise.resolve({ done: true, value: undefined }) };
  return body === null ? none : (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
};

const nextOf = async (chunks: Chunks): Promise<Uint8Array | null> => {
  const { done, value } = await chunks.next();
  return done === true ? null : value;
};

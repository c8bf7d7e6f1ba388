import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { ByteStoreFault, type ByteStore, type ObjectAddress } from '../../formats/bytes.js';
import type { ByteRange } from '../../formats/http/byte-range.js';
import { ContentFault } from '../service/content-fault.js';

/** The bytes of a file, and the size that they are recorded with. */
export interface StoredContent extends ObjectAddress {
  readonly size: number;
}

/**
 * Opens the bytes of a file, or a part of them, and waits for the first, so that a store that cannot read them is known
 * before anything is sent. Rejects with ContentFault where there are none or they have another size than recorded, and
 * with what the stream fails with.
 */
export const openContent = async (
  bytes: Pick<ByteStore, 'get'>,
  { bucket, key, size }: StoredContent,
  range: ByteRange | null,
): Promise<Readable> => {
  const at = { bucket, key };
  const { info, stream } = await withContentFaults(at, () => bytes.get(at, range === null ? {} : { range }));
  try {
    requireSize(info.size, size);
    if (size > 0 && stream.readableLength === 0) await once(stream, 'readable');
    return stream;
  } catch (error) {
    stream.destroy();
    throw error;
  }
};

/** Checks that the bytes are there, with their recorded size. Rejects as `openContent` does. */
export const requireContent = async (
  bytes: Pick<ByteStore, 'head'>,
  { bucket, key, size }: StoredContent,
): Promise<void> => {
  requireSize(await storedSize(bytes, { bucket, key }), size);
};

/** The size of the bytes on the store. Rejects as `openContent` does. */
export const storedSize = async (bytes: Pick<ByteStore, 'head'>, at: ObjectAddress): Promise<number> => {
  const info = await bytes.head(at);
  if (info === null) throw missing(at);
  return info.size;
};

const requireSize = (stored: number, recorded: number): void => {
  if (stored === recorded) return;
  throw new ContentFault(`The repository has ${stored} bytes of this file, which was preserved with ${recorded}.`);
};

const missing = ({ bucket, key }: ObjectAddress, cause?: unknown): ContentFault =>
  new ContentFault('The bytes of this file are missing in the repository.', {
    cause: cause ?? new Error(`There is no object ${bucket}/${key}.`),
  });

/** A range within the recorded size is only unsatisfiable where fewer bytes are stored. */
const withContentFaults = async <T>(at: ObjectAddress, call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ByteStoreFault)) throw error;
    if (error.code === 'object-not-found') throw missing(at, error);
    if (error.code !== 'range-unsatisfiable') throw error;
    throw new ContentFault('The repository has fewer bytes of this file than were preserved.', { cause: error });
  }
};

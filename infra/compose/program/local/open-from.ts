import { Readable } from 'node:stream';
import type { ByteStore, ObjectAddress } from '../../../../formats/bytes.js';

/** The bytes of a file from an offset on; none where that is its end. */
export const openFrom = async (
  bytes: Pick<ByteStore, 'get'>,
  { bucket, key, size }: ObjectAddress & { readonly size: number },
  start: number,
): Promise<Readable> => {
  if (start > 0 && start >= size) return Readable.from([]);
  return (await bytes.get({ bucket, key }, start === 0 ? {} : { range: { start } })).stream;
};

import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { READ_LINKED_FLAGS } from '../../file-system/files.js';
import { etagOfSha256 } from '../engine/object-record.js';
import type { CopyResult } from './copy-order.js';
import { durablePlaces, placeCheck, readAll, unlessFailed, writeSynced, type FilePlace } from './small-files.js';

/** A small file of this machine, to be copied to where its bytes are to stay. */
export interface PlaceOrder {
  readonly from: string;
  /** What it has to have. */
  readonly size: number;
  /** Must not exist; its folder must. */
  readonly to: FilePlace;
}

/** A copy at its path, its bytes synced. Unless `isDurable`, its name may not be, or it may be behind a link. */
export interface PlacedFile extends CopyResult {
  readonly isDurable: boolean;
}

const placeOne = (
  { from, size, to }: PlaceOrder,
  isClear: (place: FilePlace) => boolean,
  buffer: Uint8Array,
): CopyResult | null =>
  unlessFailed(() => {
    const source = openSync(from, READ_LINKED_FLAGS);
    try {
      const before = fstatSync(source);
      const bytes = buffer.subarray(0, size);
      if (!before.isFile() || before.size !== size || !isClear(to) || !readAll(source, bytes)) return null;
      const stamp = writeSynced(to.path, bytes);
      const digest = hash('sha256', bytes, 'buffer');
      const { size: sourceSize, mtimeMs } = fstatSync(source);
      return {
        size,
        stamp,
        etag: etagOfSha256(digest.toString('hex')),
        sha256: digest.toString('base64'),
        source: { size: sourceSize, mtimeMs },
      };
    } finally {
      closeSync(source);
    }
  });

/**
 * Copies small files in one go: the bytes of each are read, digested, written and synced, and at last each folder is synced
 * once. The buffer has room for the largest. Answers one for each, in their order; null where nothing stays of it, so that
 * whoever asked does it all again and gets the error if there is one. Never throws.
 */
export const placeFiles = (orders: readonly PlaceOrder[], buffer: Uint8Array): readonly (PlacedFile | null)[] => {
  const isClear = placeCheck();
  const copied = orders.map((order) => placeOne(order, isClear, buffer));
  const isDurable = durablePlaces();
  return copied.map((copy, index) => {
    const to = orders[index]?.to;
    return copy === null || to === undefined ? null : { ...copy, isDurable: isDurable(to) };
  });
};

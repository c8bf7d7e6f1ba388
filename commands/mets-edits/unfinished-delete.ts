import type { ByteStoreFault } from '../../formats/bytes.js';

/** The store failed while items were being deleted; the remaining ones are unchanged. */
export class UnfinishedDelete extends Error {
  override name = 'UnfinishedDelete';
  readonly code = 'delete-unfinished';
  readonly transient: boolean;
  /** How many items were deleted. */
  readonly deleted: number;
  constructor(deleted: number, cause: ByteStoreFault) {
    super(`the store failed after ${deleted} items were deleted`, { cause });
    this.deleted = deleted;
    this.transient = cause.transient;
  }
}

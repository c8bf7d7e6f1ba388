import type { ObjectAddress } from '../../formats/bytes.js';
import type { ObjectStore } from '../../formats/object-store.js';
import { describeConditions } from './byte-store/conditions.js';
import { describeCopying } from './byte-store/copying.js';
import { describeDeleting } from './byte-store/deleting.js';
import { describeKeys } from './byte-store/keys.js';
import { describeListing } from './byte-store/listing.js';
import { describeOtherBodies } from './byte-store/other-bodies.js';
import { describePutting } from './byte-store/putting.js';
import { describeReadingAndWriting } from './byte-store/reading-and-writing.js';
import { storeInTest, type StoreInTest } from './byte-store/store-in-test.js';

/** What the suite runs against: a store that is open, with two buckets that hold nothing the suite relies on. */
export interface ByteStoreUnderTest {
  readonly store: ObjectStore;
  /** Where objects are put. */
  readonly bucket: string;
  /** Another bucket of the same store, to copy to. */
  readonly other: string;
  /** Whether `bucket` holds every legal key, or only those that are also legal file paths. */
  readonly anyKey: boolean;
  /**
   * Whether a key and one below it (`a`, `a/b`) are both held, the second is refused, or the one below is held and
   * left out of listings.
   */
  readonly nested: 'held' | 'refused' | 'unlisted';
  /** Whether the condition of a copy holds when the copy is made, or only when it is looked at before. */
  readonly conditionalCopies: boolean;
  /** Begins a multipart upload of some bytes, as a client of the store does. */
  beginUpload(at: ObjectAddress): Promise<void>;
  /** Keys of the uploads that were begun and not completed. */
  uploads(bucket: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** States the ByteStore port (formats/bytes.ts). Every adapter passes it unchanged. */
export const byteStoreContract = (name: string, open: () => Promise<ByteStoreUnderTest>): void => {
  describe(`byte store contract: ${name}`, () => {
    let under: ByteStoreUnderTest;
    const on = {} as StoreInTest; // another one in each test
    before(async () => {
      under = await open();
    });
    after(() => under.close());
    beforeEach(() => void Object.assign(on, storeInTest(under)));

    describePutting(on);
    describeOtherBodies(on);
    describeConditions(on);
    describeCopying(on);
    describeKeys(on);
    describeListing(on);
    describeDeleting(on);
    describeReadingAndWriting(on);
  });
};

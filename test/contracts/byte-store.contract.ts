import { describeConditions } from './byte-store/conditions.js';
import { describeCopying } from './byte-store/copying.js';
import { describeDeleting } from './byte-store/deleting.js';
import { describeKeys } from './byte-store/keys.js';
import { describeListing } from './byte-store/listing.js';
import { describeOtherBodies } from './byte-store/other-bodies.js';
import { describePutting } from './byte-store/putting.js';
import { describeReadingAndWriting } from './byte-store/reading-and-writing.js';
import { storeInTest, type ByteStoreUnderTest, type StoreInTest } from './byte-store/store-in-test.js';
import { openedOnce } from '../support/platform/opened.js';

/** States the ByteStore port (formats/bytes.ts). Every adapter passes it unchanged. */
export const byteStoreContract = (name: string, open: () => Promise<ByteStoreUnderTest>): void => {
  describe(`byte store contract: ${name}`, () => {
    const under = openedOnce(open);
    const on = {} as StoreInTest; // another one in each test
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

import { expect } from 'chai';
import { ByteStoreFault, type ByteStore } from '../../../../formats/bytes.js';
import { requireBuckets } from '../../../../infra/compose/stores/require-buckets.js';

/** A store that has these buckets and nothing in them. */
const storeWith = (buckets: readonly string[], closed: string[] = []) =>
  ({
    // oxlint-disable-next-line typescript/require-await -- an empty listing
    async *list(bucket: string) {
      if (bucket === 'away') throw new ByteStoreFault('store-unavailable', 'the store is away');
      if (!buckets.includes(bucket)) throw new ByteStoreFault('bucket-not-found', 'no such bucket');
    },
    close: () => void closed.push('closed'),
  }) as unknown as ByteStore & { close(): void };

describe('the buckets that the settings name', () => {
  it('are all told in one sentence where they are missing', async () => {
    const closed: string[] = [];
    const fault = await requireBuckets(storeWith(['one'], closed), ['one', 'two', 'three']).catch(String);
    expect(fault).to.equal('BucketsMissing: The object store has no bucket two, three. Make it there first.');
    expect(closed).to.deep.equal(['closed']);
  });

  it('are enough when they are there, empty as they may be', () =>
    requireBuckets(storeWith(['one', 'two']), ['one', 'two']));

  it('cannot be told to be missing while the store is away', async () => {
    expect(await requireBuckets(storeWith([]), ['away']).catch(String)).to.contain('the store is away');
  });
});

import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { PackedDigests } from '../../../formats/digests/packed-digests.js';

const digestOf = (value: number): string => createHash('sha256').update(`${value}`).digest('hex');

describe('packed digests', () => {
  const packed = (digests: readonly string[]): PackedDigests => {
    const set = new PackedDigests();
    for (const digest of digests) expect(set.add(Buffer.from(`"${digest}"`), 1)).to.equal(true);
    return set;
  };

  for (const [order, arrange] of [
    ['ascending', (digests: string[]) => digests.sort()],
    ['any', (digests: string[]) => digests],
  ] as const)
    it(`have what was added in ${order} order, and nothing else`, () => {
      for (const count of [0, 1, 2, 1_024, 3_000]) {
        const digests = arrange(Array.from({ length: count }, (_, index) => digestOf(index)));
        const set = packed(digests);
        expect(digests.filter((digest) => !set.has(digest))).to.deep.equal([]);
        for (let other = count; other < count + 100; other++) expect(set.has(digestOf(other))).to.equal(false);
      }
    });

  it('may be added twice, and after a search', () => {
    const set = packed([digestOf(2), digestOf(1), digestOf(2)]);
    expect(set.has(digestOf(3))).to.equal(false);
    for (let value = 3; value < 2_000; value++) set.add(Buffer.from(digestOf(value)), 0);
    for (let value = 1; value < 2_000; value++) expect(set.has(digestOf(value))).to.equal(true);
  });

  it('refuse what is no SHA-256 in lower-case hex', () => {
    const set = new PackedDigests();
    const digest = digestOf(1);
    for (const text of [digest.toUpperCase(), digest.slice(1), `${digest.slice(1)}g`, '', digest.replace(/./, 'é')])
      expect(set.add(Buffer.from(text), 0), text).to.equal(false);
    for (const text of ['', digest, digest.slice(2)]) expect(set.has(text)).to.equal(false);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { frequentParts } from '../../../infra/search-index/writing/frequent-parts.js';
import { SEED } from '../../support/seed.js';
import { atDepth } from '../../support/depth.js';

const pieces = fc.constantFrom('objects/', 'page', '_0', '1', '2', 'ü', '😀', 'aaaa', '.tif');
const paths = fc.array(
  fc.array(pieces, { maxLength: 7 }).map((parts) => parts.join('')),
  { minLength: 20, maxLength: 80 },
);

describe('the frequent parts of texts', () => {
  it('are counted exactly, once for each text that has them', () => {
    fc.assert(
      fc.property(paths, (texts) => {
        for (const [part, count] of frequentParts(texts)) {
          expect(count, part).to.equal(texts.filter((text) => text.includes(part)).length);
        }
      }),
      { numRuns: atDepth(300), seed: SEED },
    );
  });

  it('are those from 4 to 32 characters long that many texts have', () => {
    const texts = Array.from({ length: 5_000 }, (_, number) => `collections/maps/item-${number}/objects/${number}.tif`);
    const parts = frequentParts(texts);
    for (const part of ['/objects/', '.tif', 'coll', 'collections/maps/item-']) expect(parts.get(part)).to.equal(5_000);
    expect(parts.get('1.tif')).to.equal(500);
    expect(parts.get('/item-4711/')).to.equal(undefined);
    expect([...parts.keys()].every((part) => part.length >= 4 && part.length <= 32)).to.equal(true);
  });

  it('are limited in number, however much the texts have in common', () => {
    const long = Array.from({ length: 3_000 }, (_, number) => String.fromCharCode(0x4e00 + number)).join('');
    expect(frequentParts(Array.from({ length: 50 }, () => long)).size).to.be.at.most(30_000);
  });
});

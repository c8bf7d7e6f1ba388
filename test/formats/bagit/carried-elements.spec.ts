import { expect } from 'chai';
import { carriedElements, readBagInfo } from '../../../formats/bagit/carried-elements.js';
import { memoryBag } from './memory-bag.js';

const BAGGER = { sourceOrganization: 'Library', software: 'Muniment' };
const DECLARATION = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';

describe('what stays in bag-info.txt when a bag is made anew', () => {
  it('is what the depositor says, in its order, repeated where it was', async () => {
    const text =
      'Contact-Name: Clara\nExternal-Identifier: 1\nExternal-Identifier: 2\nNote: folded\n  here\nno element\n';
    const elements = await readBagInfo(memoryBag({ 'bagit.txt': DECLARATION, 'bag-info.txt': text }));
    expect(carriedElements(elements, BAGGER)).to.deep.equal([
      ['Contact-Name', 'Clara'],
      ['External-Identifier', '1'],
      ['External-Identifier', '2'],
      ['Note', 'folded here'],
    ]);
  });

  it('is nothing that concerns the old bag alone, and nothing that this software wrote', () => {
    const others = [
      ['Source-Organization', 'Museum'],
      ['Bag-Software-Agent', 'bagit.py v1.9'],
      ['Bag-Software-Agent', 'Munimenta 2'],
    ] as const;
    const gone = [
      ['PAYLOAD-OXUM', '1.1'],
      ['Bagging-Date', '2020-01-02'],
      ['Bag-Size', '3 GB'],
      ['source-organization', 'Library'],
      ['Bag-Software-Agent', 'Muniment 0.1.0'],
      ['Archived-Version', 'letters/1911@v1'],
    ] as const;
    expect(carriedElements([...gone, ...others], BAGGER)).to.deep.equal(others);
  });

  it('is read from package-info.txt of an old version, or from bag-info.txt where a run has written one already', async () => {
    const old = { 'bagit.txt': DECLARATION.replace('1.0', '0.95'), 'package-info.txt': 'A: 1\n' };
    expect(await readBagInfo(memoryBag(old))).to.deep.equal([['A', '1']]);
    const { 'bagit.txt': declaration } = old;
    expect(await readBagInfo(memoryBag({ 'bagit.txt': declaration, 'bag-info.txt': 'B: 2\n' }))).to.deep.equal([
      ['B', '2'],
    ]);
    expect(await readBagInfo(memoryBag({ 'bagit.txt': DECLARATION }))).to.deep.equal([]);
  });

  it('is no more than a mebicharacter', async () => {
    const text = Array.from({ length: 40 }, (_, each) => `L${each}: ${'x'.repeat(60_000)}\n`).join('');
    expect(await readBagInfo(memoryBag({ 'bagit.txt': DECLARATION, 'bag-info.txt': text }))).to.have.length(17);
  });
});

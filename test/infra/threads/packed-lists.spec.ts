import { expect } from 'chai';
import { packLists, unpackLists } from '../../../infra/threads/packed-lists.js';
import { runToEnd, type Sliced } from '../../../flow/slices.js';

/** How often work yields. */
const yieldsOf = (work: Sliced<unknown>): number => {
  let yields = 0;
  while (work.next().done !== true) yields += 1;
  return yields;
};

describe('long lists on their way to a thread', () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ index, at: new Date(index), more: [null, { text: 'é' }] }));

  it('arrive as they were, with what stands beside them', () => {
    for (const count of [0, 1, 500, 501, 1_234]) {
      const value = { edits: items(count), paths: ['a'], now: new Date(7), bytes: Buffer.from('b'), none: null };
      const there = structuredClone(runToEnd(packLists(value)));
      expect(runToEnd(unpackLists(there))).to.deep.equal({ ...value, bytes: new Uint8Array(value.bytes) });
    }
  });

  it('are packed and unpacked in turns', () => {
    const value = { edits: items(20_000) };
    expect(yieldsOf(packLists(value))).to.be.at.least(40);
    expect(yieldsOf(unpackLists(runToEnd(packLists(value))))).to.be.at.least(40);
  });
});

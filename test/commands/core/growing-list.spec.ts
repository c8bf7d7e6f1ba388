import { expect } from 'chai';
import { GrowingList } from '../../../commands/core/growing-list.js';

const listOf = <T>(...items: readonly T[]): GrowingList<T> =>
  items.reduce((list, item) => list.appended(item), GrowingList.empty<T>());

describe('a list that grows', () => {
  it('has what was appended, in its order', () => {
    const list = listOf('a', 'b', 'c');
    expect([...list]).to.deep.equal(['a', 'b', 'c']);
    expect(list.length).to.equal(3);
    expect([list.at(0), list.at(2), list.at(3), list.at(-1), list.at(-3), list.at(-4)]).to.deep.equal([
      'a',
      'c',
      undefined,
      'c',
      'a',
      undefined,
    ]);
  });

  it('stays as it is when others are made from it', () => {
    const list = listOf('a', 'b');
    const [one, other] = [list.appended('c'), list.appended('d').appended('e')];
    expect([...list]).to.deep.equal(['a', 'b']);
    expect([...one]).to.deep.equal(['a', 'b', 'c']);
    expect([...other]).to.deep.equal(['a', 'b', 'd', 'e']);
    expect([...one.appended('f')]).to.deep.equal(['a', 'b', 'c', 'f']);
    expect([list.at(2), list.has('c'), one.has('d')]).to.deep.equal([undefined, false, false]);
  });

  it('finds the last item that is looked for', () => {
    const list = listOf(1, 2, 3, 4);
    expect(list.findLast((each) => each % 2 === 1)).to.equal(3);
    expect(list.findLast((each) => each > 4)).to.equal(undefined);
  });
});

import { expect } from 'chai';
import { shares } from '../../../flow/sharing/shares.js';

describe('shares of places', () => {
  const give = (place: ReturnType<ReturnType<typeof shares>['take']>): void => {
    if (typeof place === 'string') throw new Error(`no place: ${place}`);
    place();
  };

  it('let nobody have more than a share', () => {
    const { take } = shares({ places: 10, each: 2, kept: 0 });
    expect([typeof take('a'), typeof take('a'), take('a')]).to.deep.equal(['function', 'function', 'share-used']);
    expect(take('b')).to.be.a('function');
  });

  it('keep a part for those who have none', () => {
    const { take } = shares({ places: 4, each: 3, kept: 2 });
    expect([typeof take('a'), typeof take('a'), take('a')]).to.deep.equal(['function', 'function', 'full']);
    expect([typeof take('b'), take('b')]).to.deep.equal(['function', 'full']);
    expect([typeof take('c'), take('d')]).to.deep.equal(['function', 'full']);
  });

  it('take back a place once, and give it to the next', () => {
    const { take } = shares({ places: 2, each: 1, kept: 0 });
    const first = take('a');
    expect([typeof take('b'), take('c')]).to.deep.equal(['function', 'full']);
    give(first);
    give(first);
    expect([typeof take('c'), take('a')]).to.deep.equal(['function', 'full']);
  });

  it('become fewer or more', () => {
    const { take, resize } = shares({ places: 2, each: 2, kept: 0 });
    take('a');
    resize(1);
    expect(take('b')).to.equal('full');
    resize(2);
    expect(take('b')).to.be.a('function');
  });
});

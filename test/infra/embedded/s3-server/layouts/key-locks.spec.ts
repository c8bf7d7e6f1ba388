import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { keyLocks } from '../../../../../infra/embedded/s3-server/layouts/key-locks.js';

describe('locks of keys', () => {
  /** Work that tells of its beginning and ends when it is told to. */
  const works = () => {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const work = (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      });
    const end = async (name: string): Promise<void> => {
      ends.get(name)?.();
      await setImmediate();
    };
    return { begun, work, end };
  };

  it('let whoever shares a key have it at the same time, each key by itself', () => {
    const { begun, work } = works();
    const locks = keyLocks();
    void locks.shared('a', work('one'));
    void locks.shared('a', work('two'));
    void locks.exclusive('b', work('other'));
    expect(begun).to.deep.equal(['one', 'two', 'other']);
  });

  it('let one alone have it, in the order they came', async () => {
    const { begun, work, end } = works();
    const locks = keyLocks();
    const all = [
      locks.shared('a', work('r1')),
      locks.shared('a', work('r2')),
      locks.exclusive('a', work('w1')),
      locks.shared('a', work('r3')),
      locks.shared('a', work('r4')),
      locks.exclusive('a', work('w2')),
      locks.exclusive('a', work('w3')),
    ];
    const turns: string[][] = [];
    for (const names of [['r1', 'r2'], ['w1'], ['r3', 'r4'], ['w2'], ['w3']]) {
      await setImmediate();
      turns.push(begun.splice(0));
      for (const name of names) await end(name);
    }
    expect(turns).to.deep.equal([['r1', 'r2'], ['w1'], ['r3', 'r4'], ['w2'], ['w3']]);
    expect(await Promise.all(all)).to.deep.equal(['r1', 'r2', 'w1', 'r3', 'r4', 'w2', 'w3']);
  });

  it('go on after work that failed', async () => {
    const locks = keyLocks();
    const failing = () => Promise.reject(new Error('failed'));
    const outcomes = await Promise.allSettled([
      locks.exclusive('a', failing),
      locks.shared('a', failing),
      locks.exclusive('a', () => Promise.resolve('done')),
    ]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected', 'fulfilled']);
  });
});

import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { keyedQueue } from '../../../flow/sharing/keyed-queue.js';

describe('a queue for each key', () => {
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

  it('lets whoever shares a key have it at the same time, each key by itself', () => {
    const { begun, work } = works();
    const queue = keyedQueue();
    void queue.share('a', work('one'));
    void queue.share('a', work('two'));
    void queue.run('b', work('other'));
    expect(begun).to.deep.equal(['one', 'two', 'other']);
  });

  it('lets one alone have it, in the order they came', async () => {
    const { begun, work, end } = works();
    const queue = keyedQueue();
    const all = [
      queue.share('a', work('r1')),
      queue.share('a', work('r2')),
      queue.run('a', work('w1')),
      queue.share('a', work('r3')),
      queue.share('a', work('r4')),
      queue.run('a', work('w2')),
      queue.run('a', work('w3')),
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

  it('goes on after work that failed, or threw before it waited for anything', async () => {
    const queue = keyedQueue();
    const failing = () => Promise.reject(new Error('failed'));
    const throwing = (): never => expect.fail('thrown');
    const outcomes = await Promise.allSettled([
      queue.run('a', failing),
      queue.share('a', failing),
      queue.run('b', throwing),
      queue.run('b', throwing),
      queue.run('a', () => Promise.resolve('done')),
      queue.run('b', () => Promise.resolve('done')),
    ]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal([
      'rejected',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });

  it('does not begin work whose turn does not come in time, and keeps the order of what follows', async () => {
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { begun, work, end } = works();
      const late = new Error('late');
      const queue = keyedQueue({ ms: 1_000, fault: () => late });
      const first = queue.run('a', work('first'));
      const second = queue.run('a', work('second')).catch((error: unknown) => error);
      await clock.tickAsync(999);
      const third = queue.run('a', work('third'));
      await clock.tickAsync(1);
      expect(await second).to.equal(late);
      expect(begun).to.deep.equal(['first']);
      await end('first');
      expect(begun).to.deep.equal(['first', 'third']);
      await end('third');
      expect(await Promise.all([first, third])).to.deep.equal(['first', 'third']);
    } finally {
      clock.restore();
    }
  });
});

import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { throttle } from '../../flow/throttle.js';

describe('what is done at most once in some time', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['performance'] })));
  afterEach(() => clock.restore());

  /** At which of so many milliseconds it may be done, asked at each of them. */
  const allowedAt = (mayDo: () => boolean, ms: number): number[] => {
    const allowed: number[] = [];
    for (let at = 0; at < ms; at++) {
      if (mayDo()) allowed.push(at);
      clock.tick(1);
    }
    return allowed;
  };

  it('may be done when the time is over, again and again', () => {
    expect(allowedAt(throttle(10), 35)).to.deep.equal([10, 20, 30]);
  });

  it('may be done at once where the time began long ago', () => {
    expect(allowedAt(throttle(10, -Infinity), 25)).to.deep.equal([0, 10, 20]);
  });
});

import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { atMinimumRate, TooSlow } from '../../../flow/streams/minimum-rate.js';
import { pause } from '../../../flow/pause.js';
import { settledOn } from '../../support/scheduling/settled-on.js';

describe('bytes that must come at a minimum rate', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })));
  afterEach(() => clock.restore());

  const rate = { leastPerSecond: 100, patienceMs: 10_000 };
  /** Pieces of so many bytes, one every so many milliseconds. */
  const coming = async function* (count: number, bytes: number, everyMs: number): AsyncGenerator<Buffer> {
    for (let each = 0; each < count; each++) {
      await pause(everyMs);
      yield Buffer.alloc(bytes);
    }
  };
  const taken = async (source: AsyncIterable<Buffer>, busyMs = 0): Promise<number> => {
    let size = 0;
    for await (const piece of atMinimumRate(source, rate)) {
      size += piece.length;
      if (busyMs > 0) await pause(busyMs);
    }
    return size;
  };
  const outcome = (work: Promise<number>): Promise<unknown> =>
    settledOn(
      clock,
      work.catch((error: unknown) => error),
    );

  it('may take hours, as long as enough come', async () => {
    expect(await outcome(taken(coming(400, 1_000, 9_000)))).to.equal(400_000);
  });

  it('come with what their source returns', async () => {
    const source = async function* () {
      yield await Promise.resolve(Buffer.from('a'));
      return 'the end';
    };
    const passed = atMinimumRate(source(), rate);
    await passed.next();
    expect(await passed.next()).to.deep.equal({ done: true, value: 'the end' });
  });

  it('are not waited for where they stand still, or drip', async () => {
    expect(await outcome(taken(coming(1, 200, 10_001)))).to.be.instanceOf(TooSlow);
    expect(await outcome(taken(coming(100, 1, 9_000)))).to.be.instanceOf(TooSlow);
  });

  it('are not to blame for the time that their reader takes', async () => {
    expect(await outcome(taken(coming(10, 200, 1_000), 3_600_000))).to.equal(2_000);
  });
});

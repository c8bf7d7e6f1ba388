import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { paced, TooSlow } from '../../events/paced.js';
import { pause } from '../../flow/pause.js';

describe('bytes that must keep a pace', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })));
  afterEach(() => clock.restore());

  const pace = { leastPerSecond: 100, patienceMs: 10_000 };
  /** Pieces of so many bytes, one every so many milliseconds. */
  const coming = async function* (count: number, bytes: number, everyMs: number): AsyncGenerator<Buffer> {
    for (let each = 0; each < count; each++) {
      await pause(everyMs);
      yield Buffer.alloc(bytes);
    }
  };
  const taken = async (source: AsyncIterable<Buffer>, busyMs = 0): Promise<number> => {
    let size = 0;
    for await (const piece of paced(source, pace)) {
      size += piece.length;
      if (busyMs > 0) await pause(busyMs);
    }
    return size;
  };
  const outcome = async (work: Promise<number>): Promise<unknown> => {
    const settled = work.catch((error: unknown) => error);
    await clock.runAllAsync();
    return settled;
  };

  it('may take hours, as long as enough come', async () => {
    expect(await outcome(taken(coming(400, 1_000, 9_000)))).to.equal(400_000);
  });

  it('are not waited for where they stand still, or drip', async () => {
    expect(await outcome(taken(coming(1, 200, 10_001)))).to.be.instanceOf(TooSlow);
    expect(await outcome(taken(coming(100, 1, 9_000)))).to.be.instanceOf(TooSlow);
  });

  it('are not to blame for the time that their reader takes', async () => {
    expect(await outcome(taken(coming(10, 200, 1_000), 3_600_000))).to.equal(2_000);
  });
});

import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { pause } from '../../flow/pause.js';
import { restartUntilAborted } from '../../flow/restart-until-aborted.js';
import { settledOn } from '../support/scheduling/settled-on.js';

const backOff = { firstMs: 100, capMs: 400, jitter: 'none' } as const;

describe('work that is restarted whenever it ends', () => {
  let clock: SinonFakeTimers;
  let ending: AbortController;
  beforeEach(() => {
    clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    ending = new AbortController();
  });
  afterEach(() => clock.restore());

  /** When each run was begun, of runs that take no time and of which some get somewhere. */
  const begunAt = async (endMs: number, getsSomewhere: (run: number) => boolean): Promise<number[]> => {
    const begun: number[] = [];
    setTimeout(() => ending.abort(), endMs);
    const run = (): Promise<boolean> => Promise.resolve(getsSomewhere(begun.push(performance.now())));
    await settledOn(clock, restartUntilAborted(run, { backOff, signal: ending.signal }));
    return begun;
  };

  it('is begun after longer and longer waits, until the signal aborts', async () => {
    expect(await begunAt(1_300, () => false)).to.deep.equal([0, 100, 300, 700, 1_100]);
    expect(performance.now()).to.equal(1_300);
    expect(await begunAt(0, () => false)).to.deep.equal([]);
  });

  it('is begun after short waits again when it got somewhere', async () => {
    expect(await begunAt(1_300, (run) => run === 3)).to.deep.equal([0, 100, 300, 400, 600, 1_000]);
  });

  it('is waited for when the signal aborts, and not begun again', async () => {
    let ended = 0;
    const run = async (): Promise<boolean> => {
      ending.abort();
      await pause(1_000);
      ended += 1;
      return false;
    };
    await settledOn(clock, restartUntilAborted(run, { backOff, signal: ending.signal }));
    expect([ended, performance.now(), clock.countTimers()]).to.deep.equal([1, 1_000, 0]);
  });
});

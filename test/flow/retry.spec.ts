import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { pause } from '../../flow/pause.js';
import { retry } from '../../flow/retry.js';
import { settledOn } from '../support/scheduling/settled-on.js';

const backOff = { firstMs: 100, capMs: 400, jitter: 'none' } as const;

describe('work that is repeated', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })));
  afterEach(() => clock.restore());

  /** Work that fails so often, and when it was tried. */
  const failing = (times: number) => {
    const triedAt: number[] = [];
    const work = (): Promise<string> => {
      triedAt.push(performance.now());
      return triedAt.length > times ? Promise.resolve('done') : Promise.reject(new Error(`${triedAt.length}`));
    };
    return { work, triedAt };
  };
  const outcome = (work: Promise<unknown>): Promise<unknown> =>
    settledOn(
      clock,
      work.catch((error: unknown) => (error as Error).message),
    );

  it('is tried until it succeeds, with longer and longer waits, and each failure is told', async () => {
    const { work, triedAt } = failing(4);
    const told: [string, number][] = [];
    const onFailure = (error: unknown, failures: number): void => void told.push([(error as Error).message, failures]);
    expect(await outcome(retry(work, { backOff, onFailure }))).to.equal('done');
    expect(triedAt).to.deep.equal([0, 100, 300, 700, 1_100]);
    expect(told).to.deep.equal([
      ['1', 0],
      ['2', 1],
      ['3', 2],
      ['4', 3],
    ]);
  });

  it('is tried no more after a failure that does not pass, which is not told', async () => {
    const { work, triedAt } = failing(9);
    const told: number[] = [];
    const mayPass = (_: unknown, failures: number): boolean => failures < 2;
    const tried = retry(work, { backOff, mayPass, onFailure: (_, failures) => told.push(failures) });
    expect(await outcome(tried)).to.equal('3');
    expect([triedAt.length, told]).to.deep.equal([3, [0, 1]]);
  });

  it('is tried for so long after its first failure, and once more at the end of that time', async () => {
    const { work, triedAt } = failing(9);
    const slow = (): Promise<string> => pause(1_000).then(work);
    const told: number[] = [];
    const onFailure = (_: unknown, failures: number): void => void told.push(failures);
    expect(await outcome(retry(slow, { backOff, patienceMs: 2_500, onFailure }))).to.equal('4');
    expect(triedAt).to.deep.equal([1_000, 2_100, 3_300, 4_500]);
    expect(told).to.deep.equal([0, 1, 2]);
    const once = failing(9);
    expect(await outcome(retry(once.work, { backOff, patienceMs: 0, onFailure }))).to.equal('1');
    expect([once.triedAt.length, told.length]).to.deep.equal([1, 3]);
  });

  it("is tried no more when the signal aborts, and rejects with the signal's reason", async () => {
    const { work, triedAt } = failing(9);
    const ending = new AbortController();
    setTimeout(() => ending.abort(new Error('the end')), 350);
    expect(await outcome(retry(work, { backOff, signal: ending.signal }))).to.equal('the end');
    expect([triedAt.length, performance.now()]).to.deep.equal([3, 350]);
    expect(await outcome(retry(work, { backOff, signal: ending.signal }))).to.equal('the end');
    expect(triedAt.length).to.equal(3);
  });
});

import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { watchClock, type ClockWatch } from '../../../../infra/compose/serving/clock-watch.js';

describe('the watch over the clock of a process', () => {
  let time: SinonFakeTimers;
  let watch: ClockWatch;
  const newest = '2026-11-21T06:10:00.0000000Z';
  const at = (minutes: number) => new Date(`2026-11-21T06:${String(minutes).padStart(2, '0')}:00Z`);
  let clock: Date;
  const warnings: unknown[] = [];
  const unheard = (): void => undefined;
  const log = {
    error: unheard,
    info: unheard,
    debug: unheard,
    warn: (_: string, fields?: object) => void warnings.push(fields),
  };
  const open = async (newestAt: () => Promise<string | null> = () => Promise.resolve(newest)): Promise<void> => {
    watch = await watchClock({ newestAt }, () => clock, log);
  };
  beforeEach(() => {
    time = useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    warnings.length = 0;
    clock = at(0);
  });
  afterEach(async () => {
    await watch.close();
    time.restore();
  });

  it('tells by how much it is behind the newest fact, and logs once while that is more than a minute', async () => {
    await open();
    expect(watch.behindSeconds()).to.equal(600);
    await time.tickAsync(180_000);
    expect(warnings).to.deep.equal([{ seconds: 600, newest }]);
    clock = at(10);
    await time.tickAsync(60_000);
    expect(watch.behindSeconds()).to.equal(0);
    clock = at(5);
    await time.tickAsync(60_000);
    expect(warnings).to.have.length(2);
  });

  it('is silent of a clock that is a little behind, ahead, or has no fact to be compared with', async () => {
    clock = new Date('2026-11-21T06:09:01Z');
    await open();
    expect(watch.behindSeconds()).to.equal(59);
    await watch.close();
    clock = at(50);
    await open();
    await watch.close();
    await open(() => Promise.resolve(null));
    expect([watch.behindSeconds(), warnings]).to.deep.equal([0, []]);
  });

  it('ends nothing where the log is away', async () => {
    await open(() => Promise.reject(new Error('away')));
    await time.tickAsync(60_000);
    expect(watch.behindSeconds()).to.equal(0);
  });
});

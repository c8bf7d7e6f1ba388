import { expect } from 'chai';
import fc from 'fast-check';
import { HeartbeatObserver } from '../../../flow/lease/heartbeat-observer.js';
import { heartbeatTimes, RESTING_EVERY } from '../../../flow/lease/heartbeat-times.js';
import { SEED } from '../../support/random/seed.js';

const TIMES = heartbeatTimes(7_000);
const { heartbeatMs, takeoverAfterMs, giveUpAfterMs } = TIMES;

describe('the observer of heartbeats', () => {
  const observe = (observer: HeartbeatObserver, from: number, to: number, heartbeats: Record<string, number>): void => {
    for (let at = from; at <= to; at += heartbeatMs) observer.read(at, new Map(Object.entries(heartbeats)));
  };

  it('judges silent whoever showed the same heartbeat for the take-over time, and nobody before', () => {
    const observer = new HeartbeatObserver(TIMES);
    observe(observer, 0, 6_000, { one: 5 });
    expect(observer.isSilent('one')).to.equal(false);
    observer.read(7_000, new Map([['one', 5]]));
    expect(observer.isSilent('one')).to.equal(true);
    observer.read(8_000, new Map([['one', 6]]));
    expect(observer.isSilent('one')).to.equal(false);
  });

  it('takes a record that vanished for a heartbeat that stands still', () => {
    const observer = new HeartbeatObserver(TIMES);
    observer.read(0, new Map([['one', 5]]));
    observe(observer, 1_500, 6_000, {});
    expect(observer.isSilent('one')).to.equal(false);
    observe(observer, 7_500, 7_500, {});
    expect(observer.isSilent('one')).to.equal(true);
  });

  it('watches somebody who was never seen from the first question on', () => {
    const observer = new HeartbeatObserver(TIMES);
    observe(observer, 0, 60_000, {});
    expect(observer.isSilent('unknown')).to.equal(false);
    observe(observer, 61_500, 66_000, {});
    expect(observer.isSilent('unknown')).to.equal(false);
    observe(observer, 67_500, 67_500, {});
    expect(observer.isSilent('unknown')).to.equal(true);
  });

  it('counts no time in which it could not read', () => {
    const observer = new HeartbeatObserver(TIMES);
    observe(observer, 0, 3_000, { one: 5 });
    observer.readFailed();
    observe(observer, 600_000, 603_000, { one: 5 });
    expect(observer.isSilent('one')).to.equal(false);
    observe(observer, 604_500, 604_500, { one: 5 });
    expect(observer.isSilent('one')).to.equal(true);
  });

  it('counts no time in which it stood still itself', () => {
    const observer = new HeartbeatObserver(TIMES);
    observer.read(0, new Map([['one', 5]]));
    observer.read(3_600_000, new Map([['one', 5]]));
    expect(observer.isSilent('one')).to.equal(false);
  });

  it('gives a process that waits between heartbeats time to give up before it is judged silent', () => {
    for (const seconds of [3, 7, 60, 3_600]) {
      const times = heartbeatTimes(seconds * 1_000);
      expect(times.heartbeatMs).to.be.lessThan(times.giveUpAfterMs / 3);
      expect(RESTING_EVERY * times.heartbeatMs).to.be.lessThan((times.giveUpAfterMs * 2) / 3);
      expect(times.workingHeartbeatMs).to.be.most(Math.min(times.heartbeatMs, 1_000));
      expect(times.giveUpAfterMs).to.be.lessThan(times.takeoverAfterMs);
    }
  });
});

/** What happens to the holder, the observer and their store in each tenth of a second. */
interface Disturbance {
  readonly what:
    'holder-cut-off' | 'observer-cut-off' | 'store-away' | 'store-emptied' | 'holder-stops' | 'observer-stops';
  readonly at: number;
  readonly ms: number;
}

const STEP_MS = 100;

/** Two processes over one store, in steps. */
class Play {
  readonly takenOver: { readonly now: number; readonly unwrittenMs: number }[] = [];
  readonly #observer = new HeartbeatObserver(TIMES);
  readonly #disturbances: readonly Disturbance[];
  #stored: number | null = null;
  #heartbeat = 0;
  #wroteAt = 0;
  #nextWrite = 0;
  #nextRead = 50;

  constructor(disturbances: readonly Disturbance[]) {
    this.#disturbances = disturbances;
  }

  step(now: number, isAlive: boolean): void {
    const isEmptied = ({ what, at }: Disturbance): boolean =>
      what === 'store-emptied' && at >= now && at < now + STEP_MS;
    if (this.#disturbances.some(isEmptied)) this.#stored = null;
    if (isAlive && now >= this.#nextWrite && !this.#during(now, 'holder-stops')) this.#write(now);
    if (now >= this.#nextRead && !this.#during(now, 'observer-stops')) this.#read(now);
  }

  #during(now: number, ...kinds: readonly Disturbance['what'][]): boolean {
    return this.#disturbances.some(({ what, at, ms }) => kinds.includes(what) && now >= at && now < at + ms);
  }

  #write(now: number): void {
    const isWritten = !this.#during(now, 'holder-cut-off', 'store-away');
    if (isWritten) [this.#stored, this.#wroteAt] = [++this.#heartbeat, now];
    this.#nextWrite = now + (isWritten ? heartbeatMs : 500);
  }

  #read(now: number): void {
    const isRead = !this.#during(now, 'observer-cut-off', 'store-away');
    this.#nextRead = now + (isRead ? heartbeatMs : 500);
    if (isRead) this.#observer.read(now, new Map(this.#stored === null ? [] : [['holder', this.#stored]]));
    else this.#observer.readFailed();
    if (this.#observer.isSilent('holder')) this.takenOver.push({ now, unwrittenMs: now - this.#wroteAt });
  }
}

/** When the observer would have taken over. */
const played = (disturbances: readonly Disturbance[], diesAt: number, endsAt: number): Play['takenOver'] => {
  const play = new Play(disturbances);
  for (let now = 0; now < endsAt; now += STEP_MS) play.step(now, now < diesAt);
  return play.takenOver;
};

const DISTURBANCES = fc.array(
  fc.record({
    what: fc.constantFrom<Disturbance['what']>(
      'holder-cut-off',
      'observer-cut-off',
      'store-away',
      'store-emptied',
      'holder-stops',
      'observer-stops',
    ),
    at: fc.nat(60_000),
    ms: fc.nat(20_000),
  }),
  { maxLength: 8 },
);

describe('taking over, whatever happens to two processes and their store', () => {
  const without = (...kinds: readonly Disturbance['what'][]) =>
    DISTURBANCES.map((all) => all.filter(({ what }) => !kinds.includes(what)));

  it('never happens to a process that has not stopped its own work before', () => {
    const property = fc.property(without('store-emptied'), (disturbances) => {
      for (const { unwrittenMs } of played(disturbances, Infinity, 90_000))
        expect(unwrittenMs).to.be.greaterThan(giveUpAfterMs);
    });
    fc.assert(property, { seed: SEED, numRuns: 500 });
  });

  it('never happens to a process whose heartbeats can be written and read when the store is there', () => {
    const property = fc.property(without('holder-cut-off', 'holder-stops'), (disturbances) => {
      expect(played(disturbances, Infinity, 90_000)).to.deep.equal([]);
    });
    fc.assert(property, { seed: SEED, numRuns: 500 });
  });

  it('always happens to a process that died, soon after its store can be read again', () => {
    const property = fc.property(DISTURBANCES, fc.nat(60_000), (disturbances, diesAt) => {
      const calmAt = Math.max(diesAt, ...disturbances.map(({ at, ms }) => at + ms));
      const latest = calmAt + takeoverAfterMs + 2 * heartbeatMs + 500 + STEP_MS;
      const taken = played(disturbances, diesAt, latest + heartbeatMs);
      expect(taken.length).to.be.greaterThan(0);
    });
    fc.assert(property, { seed: SEED, numRuns: 500 });
  });
});

import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { DeadlineExceeded } from '../../../flow/deadline.js';
import { semaphore, type Release } from '../../../flow/sharing/semaphore.js';

const PATIENCE = 60_000;

const caught = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('the permits of a semaphore', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })));
  afterEach(() => clock.restore());

  it('are given first come, first served, and each is given back once', async () => {
    const one = semaphore(1, { ms: PATIENCE });
    const release = await one.acquire();
    const came: number[] = [];
    const others = [1, 2].map(async (name): Promise<Release> => {
      const releaseAgain = await one.acquire();
      came.push(name);
      return releaseAgain;
    });
    release();
    release();
    await others[0];
    expect(came).to.deep.equal([1]);
    (await others[0])!();
    await others[1];
    expect(came).to.deep.equal([1, 2]);
  });

  it('are waited for so long and no longer', async () => {
    const one = semaphore(1, { ms: PATIENCE });
    const release = await one.acquire();
    const waiting = caught(one.acquire());
    await clock.tickAsync(PATIENCE);
    expect(await waiting)
      .to.be.instanceOf(DeadlineExceeded)
      .with.property('transient', true);
    release();
    (await one.acquire())(); // what was turned away holds none
    expect(clock.countTimers()).to.equal(0);
  });

  it('are waited for without limit unless said, and end a wait with the fault that is given', async () => {
    const [patient, own] = [semaphore(1), new RangeError('the store is busy')];
    const release = await patient.acquire();
    const waiting = patient.acquire();
    expect(clock.countTimers()).to.equal(0);
    release();
    (await waiting)();
    const impatient = semaphore(0, { ms: PATIENCE, fault: () => own });
    const late = caught(impatient.acquire());
    await clock.tickAsync(PATIENCE);
    expect(await late).to.equal(own);
  });

  it('are not waited for by whoever has given up', async () => {
    const one = semaphore(1, { ms: PATIENCE });
    const release = await one.acquire();
    const over = new AbortController();
    const waiting = caught(one.acquire(over.signal));
    const reason = new Error('gone');
    over.abort(reason);
    expect(await waiting).to.equal(reason);
    expect(await caught(one.acquire(over.signal))).to.equal(reason);
    release();
    (await one.acquire())();
  });

  it('are free again where one came in the moment in which its wait was over', async () => {
    const one = semaphore(1, { ms: PATIENCE });
    const release = await one.acquire();
    const over = new AbortController();
    const waiting = [caught(one.acquire(over.signal)), caught(one.acquire())];
    over.signal.addEventListener('abort', release);
    over.abort(new Error('gone'));
    clock.tick(PATIENCE);
    for (const outcome of await Promise.all(waiting)) if (typeof outcome === 'function') (outcome as Release)();
    (await one.acquire())();
    expect(clock.countTimers()).to.equal(0);
  });

  it('are given back after work, whether it succeeds or fails', async () => {
    const one = semaphore(1);
    expect(await one.run(() => Promise.resolve('done'))).to.equal('done');
    expect(await caught(one.run(() => Promise.reject(new Error('failed'))))).to.have.property('message', 'failed');
    (await one.acquire())();
  });

  it('become fewer or more for those who come', async () => {
    const two = semaphore(2);
    const releases = [await two.acquire(), await two.acquire()];
    two.resize(1);
    const came: number[] = [];
    const waiting = [1, 2, 3].map((name) => two.acquire().then(() => came.push(name)));
    releases[0]!();
    await clock.tickAsync(0);
    expect(came).to.deep.equal([]);
    releases[1]!();
    await waiting[0];
    expect(came).to.deep.equal([1]);
    two.resize(3);
    await Promise.all(waiting);
    expect(came).to.deep.equal([1, 2, 3]);
  });

  it('tell for how long none was given back that others want, also when these were turned away', async () => {
    const one = semaphore(1, { ms: PATIENCE });
    const release = await one.acquire();
    await clock.tickAsync(PATIENCE);
    expect(one.stalledMs(), 'nobody else wants it').to.equal(0);
    const waiting = one.acquire().catch(() => null);
    expect(one.stalledMs()).to.equal(PATIENCE);
    await clock.tickAsync(PATIENCE);
    await waiting;
    expect(one.stalledMs()).to.equal(2 * PATIENCE);
    release();
    expect(one.stalledMs()).to.equal(0);
  });

  it('are given to holders in turn, however many wait for one of them', async () => {
    const one = semaphore(1);
    const came: string[] = [];
    const work = (name: string) => () => Promise.resolve(void came.push(name));
    const release = await one.acquire();
    const waiting = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => one.run(work(name), name[0]));
    release();
    await Promise.all(waiting);
    expect(came).to.deep.equal(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('are kept by a holder up to its share, while another gets one immediately', async () => {
    const three = semaphore({ places: 3, each: 2, kept: 0 });
    const own = [await three.acquire(undefined, 'a'), await three.acquire(undefined, 'a')];
    const came: string[] = [];
    const further = three.acquire(undefined, 'a').then(() => came.push('a'));
    await three.acquire(undefined, 'b');
    expect(came).to.deep.equal([]);
    own[0]!();
    await further;
  });
});

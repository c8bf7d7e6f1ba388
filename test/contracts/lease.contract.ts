import { expect } from 'chai';
import type { HeldLease } from '../../flow/lease/hold-lease.js';
import type { LeaseHolder } from '../../flow/lease/lease-observer.js';
import type { LeaseRecord, LeaseStore } from '../../flow/lease/lease-store.js';
import { leaseTimes, type LeaseTimes } from '../../flow/lease/lease-times.js';
import { workUnderLease } from '../../flow/lease/work-under-lease.js';
import { faulty } from '../support/faults/faulty.js';
import { openVirtualTime, pass, type Life, type VirtualTime } from '../support/scheduling/virtual-time.js';

/** One lease, as any number of processes see it. */
export interface LeaseStores {
  of(holder: string): LeaseStore;
  close(): Promise<void>;
}

interface Contender {
  /** The epoch in which it holds the lease; null while it does not. */
  epoch(): number | null;
  readonly faults: string[];
  readonly losses: string[];
  held(): HeldLease;
  /** Nothing it asks of its store succeeds from here on; true again undoes that. */
  connected(connected: boolean): void;
  leave(): Promise<void>;
}

const TIMES = leaseTimes(60_000);
const LOOK_EVERY_MS = 2_000;
/** So many turns of the event loop answer whatever was asked of a store in memory. */
const TURNS = 10;
const NEVER = new AbortController().signal;

/** What a lease promises, wherever it is kept: the algorithm over a store of it. */
export const leaseContract = (name: string, open: () => LeaseStores): void => {
  describe(`lease contract: ${name}`, () => {
    let stores: LeaseStores;
    let time: VirtualTime;
    const life: Life = { name: 'contenders', state: 'running' };
    const contenders: Contender[] = [];
    beforeEach(() => {
      stores = open();
      time = openVirtualTime(1);
    });
    afterEach(async () => {
      const left = Promise.all(contenders.splice(0).map((each) => each.leave()));
      await elapse(10_000);
      await left;
      time.end();
      await stores.close();
    });

    const answered = async (): Promise<void> => {
      for (let turn = 0; turn < TURNS; turn++) await pass(time, 0);
    };
    const elapse = async (ms: number): Promise<void> => {
      await answered();
      await pass(time, ms);
      await answered();
    };
    const contend = (
      holder: string,
      { times = TIMES, hasEnded }: { times?: LeaseTimes; hasEnded?: LeaseHolder['hasEnded'] } = {},
    ): Contender => {
      let isConnected = true;
      let lease: HeldLease | null = null;
      const [faults, losses]: [string[], string[]] = [[], []];
      const leaving = new AbortController();
      const store = faulty(stores.of(holder), () => {
        if (!isConnected) throw new Error('cut off');
      });
      const working = time.run(life, () =>
        workUnderLease(
          {
            store,
            holder: { holder, ...(hasEnded === undefined ? {} : { hasEnded }) },
            times,
            lookEveryMs: LOOK_EVERY_MS,
            work: async (held, _acquired, ended) => {
              lease = held;
              await ended;
              lease = null;
            },
            onFault: (fault) => faults.push(String(fault)),
            onLost: (why) => losses.push(why),
          },
          leaving.signal,
        ),
      );
      const contender: Contender = {
        epoch: () => lease?.epoch ?? null,
        faults,
        losses,
        held: () => lease!,
        connected: (connected) => void (isConnected = connected),
        leave: () => time.run(life, () => (leaving.abort(), working)),
      };
      contenders.push(contender);
      return contender;
    };
    const epochs = (): (number | null)[] => contenders.map((each) => each.epoch());
    const record = (): Promise<LeaseRecord> => stores.of('an onlooker').read();

    it('is held by nobody before the first holder', async () => {
      expect(await record()).to.deep.include({ epoch: 0, holder: null });
    });

    it('is acquired by one of several that want it at the same moment', async () => {
      for (const holder of ['a', 'b', 'c', 'd', 'e']) contend(holder);
      await elapse(300_000);
      expect(epochs().filter((epoch) => epoch !== null)).to.deep.equal([1]);
      expect((await record()).epoch).to.equal(1);
    });

    it('is acquired by one of several that saw the same record', async () => {
      const all = ['a', 'b', 'c'].map((holder) => stores.of(holder));
      const seen = await Promise.all(all.map((store) => store.read()));
      const acquired = await Promise.all(all.map((store, index) => store.acquire(seen[index]!, NEVER)));
      expect(acquired.filter((each) => each !== null).map(({ epoch }) => epoch)).to.deep.equal([1]);
    });

    it('is not acquired by a process that missed a heartbeat', async () => {
      const [first, second] = [stores.of('first'), stores.of('second')];
      await first.acquire(await first.read(), NEVER);
      const seen = await second.read();
      expect((await first.renew(1, NEVER))?.heartbeat).not.to.equal(seen.heartbeat);
      expect(await second.acquire(seen, NEVER)).to.equal(null);
      expect(await second.acquire(await second.read(), NEVER)).to.deep.include({ epoch: 2, holder: 'second' });
    });

    it('is not renewed or released by the holder of an earlier epoch', async () => {
      const [first, second] = [stores.of('first'), stores.of('second')];
      await first.acquire(await first.read(), NEVER);
      await second.acquire(await second.read(), NEVER);
      expect(await first.renew(1, NEVER)).to.equal(null);
      await first.release(1, NEVER);
      expect(await record()).to.deep.include({ epoch: 2, holder: 'second' });
    });

    it('stays with a holder that renews it', async () => {
      const first = contend('first');
      await elapse(5_000);
      contend('second');
      await elapse(3_600_000);
      expect(epochs()).to.deep.equal([1, null]);
      expect(first.losses).to.deep.equal([]);
    });

    it('is renewed at once, and then regularly, or when it is asked for', async () => {
      const first = contend('first');
      await elapse(5_000);
      const { heartbeat } = await record();
      const since = async (): Promise<number> => (await record()).heartbeat - heartbeat;
      await elapse(6 * TIMES.renewEveryMs);
      expect(await since()).to.equal(6);
      const renewed: number[] = [];
      first.held().onRenewed((seen) => renewed.push(seen.heartbeat - heartbeat));
      time.run(life, () => first.held().renewNow());
      await elapse(10);
      expect(renewed).to.deep.equal([7]);
    });

    it('is renewed soon after a heartbeat that failed', async () => {
      const first = contend('first');
      await elapse(5_000);
      const { heartbeat } = await record();
      first.connected(false);
      while (first.faults.length === 0) await elapse(100);
      first.connected(true);
      await elapse(1_000);
      expect((await record()).heartbeat).to.be.greaterThan(heartbeat);
      expect(first.losses).to.deep.equal([]);
    });

    it('is asked for less and less often while its store refuses it', async () => {
      const only = contend('only');
      only.connected(false);
      await elapse(60_000);
      const early = only.faults.length;
      await elapse(540_000);
      expect(only.faults.length - early).to.be.within(30, 120);
    });

    it('passes within one look to another process when its holder leaves', async () => {
      const first = contend('first');
      await elapse(5_000);
      contend('second');
      await elapse(5_000);
      const left = first.leave();
      await elapse(LOOK_EVERY_MS);
      await left;
      expect(epochs()[1]).to.be.a('number');
      expect((await record()).holder).to.equal('second');
    });

    it('is given up by a holder that cannot renew it, well before another process may have it', async () => {
      const first = contend('first');
      await elapse(5_000);
      contend('second');
      await elapse(TIMES.renewEveryMs);
      first.connected(false);
      await elapse(TIMES.giveUpAfterMs);
      expect(epochs()).to.deep.equal([null, null]);
      expect(first.losses).to.deep.equal(['it was not renewed in time']);
      await elapse(TIMES.takeoverAfterMs - TIMES.giveUpAfterMs + LOOK_EVERY_MS);
      expect((await record()).holder).to.equal('second');
      first.connected(true);
      await elapse(60_000);
      expect(epochs().map((epoch) => epoch !== null)).to.deep.equal([false, true]);
    });

    it('is acquired again soon by the process that gave it up, when its store is back', async () => {
      const only = contend('only', { times: { ...TIMES, takeoverAfterMs: 3_600_000 } });
      await elapse(5_000);
      only.connected(false);
      await elapse(TIMES.giveUpAfterMs + 1_000);
      expect(only.epoch()).to.equal(null);
      only.connected(true);
      await elapse(5 * LOOK_EVERY_MS);
      expect(only.epoch()).to.equal(2);
    });

    it('is lost at the next heartbeat where a later epoch is there', async () => {
      const first = contend('first');
      await elapse(5_000);
      const rival = stores.of('rival');
      await rival.acquire(await rival.read(), NEVER);
      await elapse(TIMES.renewEveryMs);
      expect(first.epoch()).to.equal(null);
      expect(first.losses).to.deep.equal(['a later epoch holds it']);
      expect(await record()).to.deep.include({ epoch: 2, holder: 'rival' });
    });

    it('is taken at once from a process that has certainly ended, and from no other', async () => {
      const ended = stores.of('ended');
      await ended.acquire(await ended.read(), NEVER);
      const hasEnded = (holder: string): boolean => holder === 'ended';
      const stranger = contend('stranger');
      await elapse(LOOK_EVERY_MS);
      expect(stranger.epoch()).to.equal(null);
      const next = contend('next', { hasEnded });
      await elapse(100);
      expect([stranger.epoch(), next.epoch()]).to.deep.equal([null, 2]);
    });

    it('is taken at once where every other holder is known to be dead', async () => {
      const ended = stores.of('ended');
      await ended.acquire(await ended.read(), NEVER);
      const next = contend('next', { times: { ...TIMES, takeoverAfterMs: 0 } });
      await elapse(100);
      expect(next.epoch()).to.equal(2);
    });

    it('expires by the time that the waiting process has watched it, not by the age of the last heartbeat', async () => {
      const ended = stores.of('ended');
      await ended.acquire(await ended.read(), NEVER);
      await elapse(3_600_000);
      const next = contend('next');
      await elapse(TIMES.takeoverAfterMs - 1_000);
      expect(next.epoch()).to.equal(null);
      await ended.renew(1, NEVER);
      await elapse(TIMES.takeoverAfterMs - 1_000);
      expect(next.epoch()).to.equal(null);
      await elapse(1_000 + LOOK_EVERY_MS);
      expect(next.epoch()).to.equal(2);
    });

    it('is left to expire by a holder that only stops renewing it', async () => {
      const first = contend('first');
      await elapse(5_000);
      const stopped = time.run(life, () => first.held().stopRenewing());
      await stopped;
      const { heartbeat } = await record();
      await elapse(300_000);
      expect(await record()).to.deep.include({ heartbeat, holder: 'first' });
    });
  });
};

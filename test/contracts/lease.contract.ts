import { expect } from 'chai';
import { RESTING_EVERY } from '../../flow/lease/heartbeat-times.js';
import type { HeldLease } from '../../flow/lease/hold-lease.js';
import type { LeaseRecord, LeaseStore } from '../../flow/lease/lease-store.js';
import type { SharedRecords } from '../../flow/shared-records.js';
import { workUnderLease } from '../../flow/lease/work-under-lease.js';
import { openSharedRecords, type EmbeddedSharedRecords } from '../../infra/embedded/shared-records.js';
import type { ProcessIdentity } from '../../workers/presence/process-identity.js';
import type { Presence } from '../../workers/presence/presence.js';
import { faulty } from '../support/faults/faulty.js';
import { present, TIMES } from '../workers/support/present.js';
import { openVirtualTime, pass, type Life, type VirtualTime } from '../support/scheduling/virtual-time.js';
import { identityOf } from '../workers/support/log-of-facts.js';

/** One lease, as any number of processes see it. */
export interface LeaseStores {
  of(presence: Presence, records: SharedRecords): LeaseStore;
  close(): Promise<void>;
}

interface Contender {
  /** The epoch in which it holds the lease; null while it does not. */
  epoch(): number | null;
  readonly faults: string[];
  readonly losses: string[];
  held(): HeldLease;
  /** Nothing it asks of a store succeeds from here on; true again undoes that. */
  connected(connected: boolean): void;
  paused(paused: boolean): void;
  leave(): Promise<void>;
}

/** So many turns of the event loop answer whatever was asked of a store in memory. */
const TURNS = 10;

/** What a lease promises, wherever it is kept: the algorithm over a store of it. */
export const leaseContract = (name: string, open: () => LeaseStores): void => {
  describe(`lease contract: ${name}`, () => {
    let stores: LeaseStores;
    let records: EmbeddedSharedRecords;
    let time: VirtualTime;
    const contenders: Contender[] = [];
    const onlookers: { leave(): Promise<void> }[] = [];
    beforeEach(() => {
      records = openSharedRecords(':memory:');
      stores = open();
      time = openVirtualTime(1);
    });
    afterEach(async () => {
      const left = Promise.all([...contenders.splice(0), ...onlookers.splice(0)].map((each) => each.leave()));
      await elapse(20_000);
      await left;
      time.end();
      await stores.close();
      await records.close();
    });

    const answered = async (): Promise<void> => {
      for (let turn = 0; turn < TURNS; turn++) await pass(time, 0);
    };
    const elapse = async (ms: number): Promise<void> => {
      await answered();
      await pass(time, ms);
      await answered();
    };
    const contend = (holder: string, hasEnded?: ProcessIdentity['hasEnded']): Contender => {
      const life: Life = { name: holder, state: 'running' };
      let isConnected = true;
      let lease: HeldLease | null = null;
      const [faults, losses]: [string[], string[]] = [[], []];
      const leaving = new AbortController();
      const cutOff = (): void => {
        if (!isConnected) throw new Error('cut off');
      };
      const reached = faulty<SharedRecords>(records, cutOff);
      const identity = identityOf(holder, hasEnded);
      const presence = time.run(life, () => present(holder, { records: reached, identity }));
      const working = time.run(life, () =>
        workUnderLease(
          {
            store: faulty(stores.of(presence, reached), cutOff),
            liveness: presence,
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
        paused: (paused) => void (life.state = paused ? 'paused' : 'running'),
        leave: () =>
          time.run(life, async () => {
            leaving.abort();
            await working;
            await presence.leave();
          }),
      };
      contenders.push(contender);
      return contender;
    };
    /** The lease as a process sees it that does not want it by itself. */
    const storeOf = (holder: string): LeaseStore => {
      const life: Life = { name: holder, state: 'running' };
      const presence = time.run(life, () => present(holder, { records }));
      onlookers.push({ leave: () => time.run(life, () => presence.leave()) });
      return stores.of(presence, records);
    };
    const epochs = (): (number | null)[] => contenders.map((each) => each.epoch());
    const record = async (): Promise<LeaseRecord> => storeOf('an onlooker').read();

    it('is held by nobody before the first holder', async () => {
      expect(await record()).to.deep.include({ epoch: 0, holder: null });
    });

    it('is acquired by one of several that want it at the same moment', async () => {
      for (const holder of ['a', 'b', 'c', 'd', 'e']) contend(holder);
      await elapse(300_000);
      expect(epochs().filter((epoch) => epoch !== null)).to.deep.equal([1]);
    });

    it('is acquired by one of several that saw the same record', async () => {
      const all = ['a', 'b', 'c'].map((holder) => storeOf(holder));
      const seen = await Promise.all(all.map((store) => store.read()));
      const acquired = await Promise.all(all.map((store, index) => store.acquire(seen[index]!)));
      expect(acquired.filter((each) => each !== null).map(({ epoch }) => epoch)).to.deep.equal([1]);
    });

    it('is not acquired by a process that missed another epoch', async () => {
      const [first, second] = [storeOf('first'), storeOf('second')];
      const seen = await second.read();
      await first.acquire(await first.read());
      expect(await second.acquire(seen)).to.equal(null);
      await elapse(TIMES.heartbeatMs);
      expect(await second.acquire(await second.read())).to.deep.include({ epoch: 2, holder: 'second' });
    });

    it('is not released by the holder of an earlier epoch', async () => {
      const [first, second] = [storeOf('first'), storeOf('second')];
      const { epoch } = (await first.acquire(await first.read()))!;
      await elapse(TIMES.heartbeatMs);
      await second.acquire(await second.read());
      await first.release(epoch);
      await elapse(TIMES.heartbeatMs);
      expect(await first.read()).to.deep.include({ epoch: 2, holder: 'second' });
    });

    it('stays with a holder whose process is there', async () => {
      const first = contend('first');
      await elapse(5_000);
      contend('second');
      await elapse(600_000);
      expect(epochs()).to.deep.equal([1, null]);
      expect(first.losses).to.deep.equal([]);
    });

    it('is looked at with every second heartbeat of its holder, or when it is asked for', async () => {
      const first = contend('first');
      await elapse(5_000);
      const looked: number[] = [];
      first.held().onLooked(({ epoch }) => looked.push(epoch));
      await elapse(6 * RESTING_EVERY * TIMES.heartbeatMs);
      expect(looked).to.have.length(6);
      first.held().lookNow();
      await elapse(10);
      expect(looked).to.have.length(7);
    });

    it('is kept by a process that misses some heartbeats', async () => {
      const first = contend('first');
      await elapse(5_000);
      contend('second');
      await elapse(5_000);
      first.connected(false);
      await elapse(TIMES.giveUpAfterMs - 2 * TIMES.heartbeatMs);
      first.connected(true);
      await elapse(60_000);
      expect([epochs(), first.losses]).to.deep.equal([[1, null], []]);
    });

    it('passes within one look to another process when its holder leaves', async () => {
      const first = contend('first');
      await elapse(5_000);
      contend('second');
      await elapse(5_000);
      const left = first.leave();
      await elapse(TIMES.heartbeatMs);
      await left;
      expect(epochs()[1]).to.be.a('number');
    });

    it('is given up by a holder that is cut off, before another process may have it', async () => {
      const first = contend('first');
      await elapse(5_000);
      contend('second');
      await elapse(TIMES.heartbeatMs);
      first.connected(false);
      await elapse(TIMES.giveUpAfterMs);
      expect(epochs()).to.deep.equal([null, null]);
      expect(first.losses).to.deep.equal(['no heartbeat was written in time']);
      await elapse(TIMES.takeoverAfterMs - TIMES.giveUpAfterMs + 2 * TIMES.heartbeatMs);
      expect(epochs()[1]).to.be.a('number');
      first.connected(true);
      await elapse(60_000);
      expect(epochs().map((epoch) => epoch !== null)).to.deep.equal([false, true]);
    });

    it('is given up by a process that stood still, as soon as it goes on', async () => {
      const first = contend('first');
      await elapse(5_000);
      contend('second');
      await elapse(5_000);
      first.paused(true);
      await elapse(2 * TIMES.takeoverAfterMs);
      expect(epochs()[1]).to.be.a('number');
      first.paused(false);
      await elapse(TIMES.heartbeatMs);
      expect(epochs()[0]).to.equal(null);
    });

    it('is taken from nobody after an outage of the store, and acquired again by who gave it up', async () => {
      const first = contend('first');
      await elapse(5_000);
      const second = contend('second');
      await elapse(5_000);
      for (const each of [first, second]) each.connected(false);
      await elapse(600_000);
      expect(epochs()).to.deep.equal([null, null]);
      for (const each of [first, second]) each.connected(true);
      await elapse(30_000);
      expect(epochs()).to.deep.equal([2, null]);
    });

    it('is lost at the next look where another epoch is there', async () => {
      const first = contend('first');
      await elapse(5_000);
      const rival = storeOf('rival');
      await elapse(TIMES.heartbeatMs);
      await rival.acquire(await rival.read());
      await elapse(RESTING_EVERY * TIMES.heartbeatMs);
      expect(first.epoch()).to.equal(null);
      expect(first.losses).to.deep.equal(['another epoch holds it']);
    });

    it('is taken at once from a process that has certainly ended, and from no other', async () => {
      const ended = storeOf('ended');
      await ended.acquire(await ended.read());
      contend('stranger', (holder) => holder === 'somebody else');
      await elapse(TIMES.takeoverAfterMs);
      expect(epochs()).to.deep.equal([null]);
      contend('next', (holder) => holder === 'ended');
      // It shows heartbeats still: whoever is there has not ended.
      await Promise.all(onlookers.splice(0).map((each) => each.leave()));
      await elapse(TIMES.heartbeatMs);
      expect(epochs().filter((epoch) => epoch !== null)).to.have.length(1);
    });
  });
};

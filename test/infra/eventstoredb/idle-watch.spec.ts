import { expect } from 'chai';
import sinon from 'sinon';
import type { Position } from '../../../events/envelope.js';
import { condition } from '../../../flow/condition.js';
import { idleWatchOf } from '../../../infra/eventstoredb/idle-watch.js';
import type { LogScan } from '../../../infra/eventstoredb/log-scan.js';
import { positionOf } from '../../../infra/eventstoredb/position.js';
import { progressFrom } from '../../../infra/eventstoredb/subscription-progress.js';

const withResolvers = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((resolved) => (resolve = resolved));
  return { promise, resolve };
};

const at = (commit: number): Position => positionOf({ commit: BigInt(commit), prepare: BigInt(commit) });

describe('the watch of a subscription at the end of the log', () => {
  let clock: sinon.SinonFakeTimers;
  beforeEach(() => void (clock = sinon.useFakeTimers()));
  afterEach(() => clock.restore());

  /** A watch of a filtered subscription that has caught up, to which nothing arrives, with the log that it reads. */
  const watched = () => {
    let head = at(1);
    let reads = 0;
    let answered = Promise.resolve();
    const scan = {
      recentHead: async () => {
        const found = (reads++, head);
        await answered;
        return found;
      },
      look: () => Promise.resolve({ clearTo: head, lookedTo: head, next: 'end' }),
    } as unknown as LogScan;
    const progress = progressFrom(at(1), scan);
    progress.caughtUp();
    const arrived = condition();
    const feed = {
      take: () => undefined,
      first: () => undefined,
      arrival: (ms: number, signal: AbortSignal) => arrived.wait({ ms, signal }).then(() => false),
      endWait: () => arrived.notifyAll(),
      close: () => undefined,
    };
    const watch = idleWatchOf({ feed, progress, scan, wants: () => false, isFiltered: true, patienceMs: 5_000 });
    const over = new AbortController();
    const checking = (async () => {
      while (!over.signal.aborted) await watch.check(over.signal);
    })();
    return {
      watch,
      reached: () => progress.reached(),
      hides: (position: Position) => void (head = position),
      /** Holds back the answers of later reads, until what is answered is called. */
      holdBack: () => {
        const { promise, resolve } = withResolvers();
        answered = promise;
        return resolve;
      },
      readsIn: async (ms: number): Promise<number> => {
        reads = 0;
        await clock.tickAsync(ms);
        return reads;
      },
      end: () => (over.abort(), checking),
    };
  };

  it('reads the log ever less often while nothing happens, and in the end every five seconds', async () => {
    const { readsIn, end } = watched();
    expect(await readsIn(2_000)).to.be.greaterThan(5);
    await readsIn(60_000);
    expect(await readsIn(60_000)).to.equal(12);
    await end();
  });

  it('passes a hidden event at the next read', async () => {
    const { readsIn, hides, reached, end } = watched();
    await readsIn(60_000);
    hides(at(2));
    await readsIn(7_500);
    expect(reached()).to.equal(at(2));
    await end();
  });

  it('passes it at once where another subscription was sent it, and reads often again', async () => {
    const { watch, readsIn, hides, reached, end } = watched();
    await readsIn(61_000);
    hides(at(2));
    watch.logMoved();
    await readsIn(100);
    expect(reached()).to.equal(at(2));
    expect(await readsIn(2_000)).to.be.greaterThan(5);
    await end();
  });

  it('passes it soon where it was written while the log was being read', async () => {
    const { watch, readsIn, hides, holdBack, reached, end } = watched();
    await readsIn(61_000);
    const answer = holdBack();
    await readsIn(5_000);
    hides(at(2));
    watch.logMoved();
    answer();
    await readsIn(100);
    expect(reached()).to.equal(at(2));
    await end();
  });

  it('reads no more often, however often the log moves', async () => {
    const { watch, readsIn, end } = watched();
    await readsIn(61_000);
    let reads = 0;
    for (let round = 0; round < 1_000; round++) {
      watch.logMoved();
      reads += await readsIn(1);
    }
    expect(reads).to.be.at.most(20);
    await end();
  });
});

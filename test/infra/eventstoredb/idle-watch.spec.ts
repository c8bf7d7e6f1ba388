import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import { pause } from '../../../flow/pause.js';
import type { Feed } from '../../../infra/eventstoredb/feed.js';
import { idleWatchOf, type IdleWatch } from '../../../infra/eventstoredb/idle-watch.js';
import type { LogScan } from '../../../infra/eventstoredb/log-scan.js';
import { progressFrom } from '../../../infra/eventstoredb/subscription-progress.js';
import { openVirtualTime, pass, type Life, type VirtualTime } from '../../support/scheduling/virtual-time.js';

const at = (position: number): Position => `${String(position).padStart(20, '0')}/0` as Position;

describe('a filtered subscription at the end of the log', () => {
  const life: Life = { name: 'a process', state: 'running' };
  const over = new AbortController();
  let time: VirtualTime;
  let head: Position;
  let reads: number;
  let rests: (Position | null)[];
  let ring: () => void;
  let reached: () => Position | null;

  beforeEach(() => {
    time = openVirtualTime(1);
    head = at(7);
    reads = 0;
    rests = [];
    time.run(life, () => {
      const read = (): Promise<Position> => Promise.resolve((reads++, head));
      const look: LogScan['look'] = () => Promise.resolve({ clearTo: head, lookedTo: head, next: 'end' });
      const scan = { head: read, recentHead: read, look } as unknown as LogScan;
      const feed = { arrival: (ms: number, signal: AbortSignal) => pause(ms, signal).then(() => false) } as Feed;
      const progress = progressFrom(head, scan);
      const nextEvent = {
        after: (position: Position | null, ms: number, signal: AbortSignal) => {
          rests.push(position);
          const rung = new AbortController();
          ring = () => rung.abort();
          return pause(ms, AbortSignal.any([signal, rung.signal]));
        },
      };
      const common = { feed, progress, scan, nextEvent };
      const watch: IdleWatch = idleWatchOf({ ...common, wants: () => false, isFiltered: true, patienceMs: 5_000 });
      reached = () => progress.reached();
      const watching = async (): Promise<void> => {
        while (!over.signal.aborted) await watch.check(over.signal);
      };
      void watching();
    });
  });
  afterEach(() => time.end());
  after(() => over.abort());

  it('is told of the next event once the log has been quiet, and reads it only every few seconds', async () => {
    await pass(time, 20_000);
    const before = reads;
    await pass(time, 60_000);
    expect(reads - before).to.be.within(1, 15);
    expect(rests.at(-1)).to.equal(head);
  });

  it('passes over an event that the filter hides at once, also after a quiet time', async () => {
    await pass(time, 60_000);
    head = at(9);
    time.run(life, () => ring());
    await pass(time, 300);
    expect(reached()).to.equal(at(9));
  });
});

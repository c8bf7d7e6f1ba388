import { expect } from 'chai';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import { EventStoreFault, type EventStore } from '../../../events/store.js';
import { openEventStore, type EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { atDepth } from '../../support/random/depth.js';
import { endJob } from '../../support/platform/ended-jobs.js';
import { failureOf } from '../../support/failure-of.js';
import { Crash, crashPoints, dyingAt } from '../../support/faults/crashes.js';
import { faulty } from '../../support/faults/faulty.js';
import { atRandom, interleave, schedulesAtDepth, type Choose } from '../../support/scheduling/interleaving.js';
import { SEED } from '../../support/random/seed.js';

type On = Pick<Dependencies, 'events' | 'producer'>;

/** How facts of the log become activities of a stream. */
export interface Announcing<Ended> {
  /** The stream of the activities. */
  readonly stream: string;
  /** All that there is to announce, in the order of the log. */
  readonly read: (events: EventStore) => Promise<readonly Ended[]>;
  readonly announce: (on: On, ended: Ended) => Promise<unknown>;
  /** The jobs whose activities there are, in their order. */
  readonly announced: (events: EventStore) => Promise<readonly (string | null)[]>;
  /** How the store is seen by processes that run at the same time. */
  readonly seen?: (events: EventStore) => EventStore;
}

export const logWith = async (...jobs: readonly string[]): Promise<EmbeddedEventStore> => {
  const events = openEventStore(':memory:', createCodec(catalogue));
  for (const job of jobs) await endJob(events, job);
  return events;
};

/** What one process does with the whole log, beginning at the beginning. */
export const announcingAll =
  <Ended>({ read, announce }: Announcing<Ended>) =>
  async (events: EventStore): Promise<void> => {
    for (const ended of await read(events)) await announce({ events, producer: 'test' }, ended);
  };

/** Every activity is added once, whatever becomes of the processes that add it. */
export const announcesOnce = <Ended>(announcing: Announcing<Ended>): void => {
  const { stream, read, announce, announced, seen = (events) => events } = announcing;
  const announceAll = announcingAll(announcing);

  it('needs the last activity alone, however many there are', async () => {
    const events = await logWith('a', 'b', 'c');
    const reads: unknown[] = [];
    const watched = faulty(events, ({ method, args }, moment) => {
      if (moment === 'before' && method === 'read' && args[0] === stream) reads.push(args[1]);
    });
    await announceAll(watched);
    expect(reads).to.deep.equal(new Array(3).fill({ direction: 'backwards', limit: 1 }));
  });

  it('is done once by the next process after a crash before or after the append', async () => {
    for (const point of crashPoints(2)) {
      const events = await logWith('a', 'b');
      expect(await failureOf(announceAll(dyingAt(point).through(events)))).to.be.instanceOf(Crash);
      await announceAll(events);
      expect(await announced(events), JSON.stringify(point)).to.deep.equal(['a', 'b']);
    }
  });

  it('is done once when the answer to an append is lost and the append repeated', async () => {
    const events = await logWith('a', 'b');
    let losses = 2;
    const forgetful = faulty(events, ({ method }, moment) => {
      if (method === 'append' && moment === 'after' && losses-- > 0)
        throw new EventStoreFault('outcome-unknown', 'lost');
    });
    for (let attempt = 1; attempt <= 3; attempt++) await announceAll(forgetful).catch(() => undefined);
    expect(await announced(events)).to.deep.equal(['a', 'b']);
  });

  const rivals = async (processes: number, jobs: readonly string[], choose: Choose, kills = 0) => {
    const events = await logWith(...jobs);
    const all = await read(events);
    const process = async (over: EventStore): Promise<void> => {
      for (const ended of all) await announce({ events: over, producer: 'test' }, ended);
    };
    await interleave(seen(events), new Array<typeof process>(processes).fill(process), { choose, kills });
    await process(events);
    const names = await announced(events);
    await events.close();
    return names;
  };

  it('is done once by two at the same time, in every order of their steps', async () => {
    const schedules = await schedulesAtDepth(async (choose) => {
      expect(await rivals(2, ['a', 'b'], choose)).to.deep.equal(['a', 'b']);
    }, 20_000);
    expect(schedules).to.be.greaterThan(atDepth(250));
  });

  it('is done once by three processes of which two crash, in random orders', async () => {
    const jobs = ['a', 'b', 'c', 'd', 'e'];
    for (let seed = SEED; seed < SEED + atDepth(200); seed++) {
      expect(await rivals(3, jobs, atRandom(seed), 2), `seed ${seed}`).to.deep.equal(jobs);
    }
  });
};

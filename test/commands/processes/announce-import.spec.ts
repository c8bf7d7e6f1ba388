import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { announceImport } from '../../../commands/processes/activities/announce-import.js';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import { IMPORT_ACTIVITIES } from '../../../events/import-activity.js';
import { EventStoreFault, type EventStore } from '../../../events/store.js';
import { openEventStore, type EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { Crash, crashPoints, dyingAt } from '../../support/faults/crashes.js';
import { activitiesOf, endJob, endsOf } from '../../support/ended-jobs.js';
import { faulty } from '../../support/faults/faulty.js';
import { atRandom, everySchedule, interleave, type Choose } from '../../support/scheduling/interleaving.js';

/** What one process does with the whole log, beginning at the beginning. */
const announceAll = async (events: EventStore): Promise<void> => {
  for (const end of await endsOf(events)) await announceImport({ events, producer: 'test' }, end);
};

const logWith = async (...jobs: readonly string[]): Promise<EmbeddedEventStore> => {
  const events = openEventStore(':memory:', createCodec(catalogue));
  for (const job of jobs) await endJob(events, job);
  return events;
};

const namesIn = async (events: EventStore): Promise<string[]> => (await activitiesOf(events)).map(({ jobId }) => jobId);

describe('announcing import jobs', () => {
  it('adds each job that ended once, in the order of the log, however often it is done', async () => {
    const events = await logWith('a', 'b');
    await endJob(events, 'c', { failed: true });
    await announceAll(events);
    const before = await activitiesOf(events);
    await announceAll(events);
    expect(before.map(({ jobId }) => jobId)).to.deep.equal(['a', 'b', 'c']);
    expect(await activitiesOf(events)).to.deep.equal(before);
  });

  it('needs the last activity alone, however many there are', async () => {
    const events = await logWith('a', 'b', 'c');
    const reads: unknown[] = [];
    const watched = faulty(events, ({ method, args }, moment) => {
      if (moment === 'before' && method === 'read' && args[0] === IMPORT_ACTIVITIES) reads.push(args[1]);
    });
    await announceAll(watched);
    expect(reads).to.deep.equal(new Array(3).fill({ direction: 'backwards', limit: 1 }));
  });

  it('is done once by the next process after a crash before or after the append', async () => {
    for (const point of crashPoints(2)) {
      const events = await logWith('a', 'b');
      const death: unknown = await announceAll(dyingAt(events, point)).catch((error: unknown) => error);
      expect(death).to.be.instanceOf(Crash);
      await announceAll(events);
      expect(await namesIn(events), JSON.stringify(point)).to.deep.equal(['a', 'b']);
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
    expect(await namesIn(events)).to.deep.equal(['a', 'b']);
  });

  /** A store that knows no fact again, so that nothing but the expected revision keeps one from being added twice. */
  const withoutMemory = (events: EventStore): EventStore => ({
    append: (stream, facts, expected) =>
      events.append(
        stream,
        facts.map((fact) => ({ ...fact, id: randomUUID() })),
        expected,
      ),
    read: (...args) => events.read(...args),
    readAll: (...args) => events.readAll(...args),
    subscribe: (...args) => events.subscribe(...args),
    head: () => events.head(),
    newestAt: () => events.newestAt(),
  });

  const rivals = async (processes: number, jobs: readonly string[], choose: Choose, kills = 0): Promise<string[]> => {
    const events = await logWith(...jobs);
    const ends = await endsOf(events);
    const announcing = async (over: EventStore): Promise<void> => {
      for (const end of ends) await announceImport({ events: over, producer: 'test' }, end);
    };
    await interleave(withoutMemory(events), new Array<typeof announcing>(processes).fill(announcing), {
      choose,
      kills,
    });
    await announcing(events);
    const names = await namesIn(events);
    await events.close();
    return names;
  };

  it('is done once by two at the same time, in every order of their steps', async () => {
    const schedules = await everySchedule(async (choose) => {
      expect(await rivals(2, ['a', 'b'], choose)).to.deep.equal(['a', 'b']);
    }, 20_000);
    expect(schedules).to.be.greaterThan(500);
  });

  it('is done once by three processes of which two crash, in two hundred random orders', async () => {
    const jobs = ['a', 'b', 'c', 'd', 'e'];
    for (let seed = 1; seed <= 200; seed++) {
      expect(await rivals(3, jobs, atRandom(seed), 2), `seed ${seed}`).to.deep.equal(jobs);
    }
  });
});

import { expect } from 'chai';
import { announceGroup } from '../../../commands/processes/activities/announce-group.js';
import { requestActivity } from '../../../commands/processes/activities/request-activity.js';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import { GROUP_ACTIVITIES } from '../../../events/group-activity.js';
import { EventStoreFault, type EventStore } from '../../../events/store.js';
import { openEventStore, type EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { activityFaults } from '../../support/activity-faults.js';
import { adoptVersion, changesIn, endJob, factsIn, groupActivitiesOf, requestBy } from '../../support/ended-jobs.js';
import { Crash, crashPoints, dyingAt } from '../../support/faults/crashes.js';
import { faulty } from '../../support/faults/faulty.js';
import { atRandom, everySchedule, interleave, type Choose } from '../../support/scheduling/interleaving.js';

/** What one process does with the whole log, beginning at the beginning. */
const announceAll = async (events: EventStore): Promise<void> => {
  for (const change of await changesIn(events)) await announceGroup({ events, producer: 'test' }, change);
};

const emptyLog = (): EmbeddedEventStore => openEventStore(':memory:', createCodec(catalogue));
const logWith = async (...jobs: readonly string[]): Promise<EmbeddedEventStore> => {
  const events = emptyLog();
  for (const job of jobs) await endJob(events, job);
  return events;
};
const shown = async (events: EventStore): Promise<string[]> =>
  (await groupActivitiesOf(events)).map(
    ({ type, data }) => `${type.replace(/^ArchivalGroup|Announced$/g, '')} ${data.archivalGroup} ${data.jobId}`,
  );
const namesIn = async (events: EventStore): Promise<(string | null)[]> =>
  (await groupActivitiesOf(events)).slice(1).map(({ data }) => data.jobId);

describe('announcing archival groups', () => {
  it('adds each version that a job made, behind the placeholder, and nothing for a job that failed', async () => {
    const events = emptyLog();
    await endJob(events, 'a');
    await endJob(events, 'b', { failed: true });
    await endJob(events, 'c', { version: 4 });
    await announceAll(events);
    await announceAll(events);
    expect(await shown(events)).to.deep.equal(['Creation null null', 'Creation letters/a a', 'Update letters/c c']);
  });

  it('leaves out a version that its job keeps out of the stream', async () => {
    const events = emptyLog();
    await endJob(events, 'a', { version: 2, suppressed: true });
    await endJob(events, 'b', { version: 3 });
    await announceAll(events);
    expect(await shown(events)).to.deep.equal(['Creation null null', 'Update letters/b b']);
  });

  it('adds versions that were adopted, which no job made', async () => {
    const events = emptyLog();
    await adoptVersion(events, 'old', 1);
    await adoptVersion(events, 'old', 2);
    await announceAll(events);
    expect(await shown(events)).to.deep.equal([
      'Creation null null',
      'Creation letters/old null',
      'Update letters/old null',
    ]);
  });

  it('adds what was asked for, also twice, but not for a repeated request', async () => {
    const events = await logWith('a');
    for (const id of ['one', 'two', 'one'])
      expect(await requestActivity({ events, producer: 'test' }, requestBy(id), 'letters/a')).to.include({ ok: true });
    await announceAll(events);
    expect(await shown(events)).to.deep.equal([
      'Creation null null',
      'Creation letters/a a',
      'Update letters/a null',
      'Update letters/a null',
    ]);
  });

  it('refuses a request whose key was used for another one', async () => {
    const events = await logWith('a');
    const ask = (sha: string) =>
      requestActivity({ events, producer: 'test' }, { ...requestBy('one'), requestSha256: sha }, 'letters/a');
    expect(await ask('aa')).to.include({ ok: true });
    expect(await ask('bb')).to.deep.nested.include({ ok: false, 'refusal.code': 'idempotency-key-reused' });
  });

  it('is without fault in a log with all of these', async () => {
    const events = await logWith('a', 'b');
    await adoptVersion(events, 'old', 1);
    await requestActivity({ events, producer: 'test' }, requestBy('one'), 'letters/a');
    await endJob(events, 'c', { failed: true });
    await endJob(events, 'd', { suppressed: true });
    await announceAll(events);
    const faults = activityFaults(await factsIn(events));
    expect(faults.filter((fault) => !fault.startsWith('the jobs that ended'))).to.deep.equal([]);
  });

  it('needs the last activity alone, however many there are', async () => {
    const events = await logWith('a', 'b', 'c');
    const reads: unknown[] = [];
    const watched = faulty(events, ({ method, args }, moment) => {
      if (moment === 'before' && method === 'read' && args[0] === GROUP_ACTIVITIES) reads.push(args[1]);
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

  const rivals = async (processes: number, jobs: readonly string[], choose: Choose, kills = 0) => {
    const events = await logWith(...jobs);
    const changes = await changesIn(events);
    const announcing = async (over: EventStore): Promise<void> => {
      for (const change of changes) await announceGroup({ events: over, producer: 'test' }, change);
    };
    await interleave(events, new Array<typeof announcing>(processes).fill(announcing), { choose, kills });
    await announcing(events);
    const names = await namesIn(events);
    await events.close();
    return names;
  };

  it('is done once by two at the same time, in every order of their steps', async () => {
    await everySchedule(async (choose) => {
      expect(await rivals(2, ['a', 'b'], choose)).to.deep.equal(['a', 'b']);
    }, 20_000);
  });

  it('is done once by three processes of which two crash, in a hundred random orders', async () => {
    const jobs = ['a', 'b', 'c', 'd'];
    for (let seed = 1; seed <= 100; seed++) {
      expect(await rivals(3, jobs, atRandom(seed), 2), `seed ${seed}`).to.deep.equal(jobs);
    }
  });
});

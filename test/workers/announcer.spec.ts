import { expect } from 'chai';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import { EventStoreFault, type EventStore } from '../../events/store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { groupAnnouncer, importAnnouncer } from '../../workers/announcer.js';
import { requestActivity } from '../../commands/processes/activities/request-activity.js';
import type { Follower } from '../../workers/follow.js';
import {
  activitiesOf,
  adoptVersion,
  changesIn,
  endJob,
  endsOf,
  groupActivitiesOf,
  queueJob,
  requestBy,
} from '../support/platform/ended-jobs.js';
import { faulty } from '../support/faults/faulty.js';
import { until } from '../support/scheduling/until.js';
import { silent } from './support/log-of-facts.js';
import { openedForEach } from '../support/platform/opened.js';

describe('the announcer', () => {
  const events = openedForEach(() => openEventStore(':memory:', createCodec(catalogue)));

  const start = (over: EventStore = events): Promise<Follower> =>
    importAnnouncer({ dependencies: { events: over, producer: 'test' }, log: silent });
  const announced = async (): Promise<string[]> => (await activitiesOf(events)).map(({ jobId }) => jobId);
  const named = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, index) => `j${from + index}`);
  const endJobs = async (jobs: readonly string[]): Promise<void> => {
    for (const job of jobs) await endJob(events, job);
  };
  /** Runs until all that is in the log now was handled. */
  const catchUp = async (follower: Follower): Promise<void> => {
    await follower.reached((await events.head())!);
    await follower.stop();
  };

  it('announces jobs that ended before it came and while it is there, but none that waits', async () => {
    await endJob(events, 'early');
    await queueJob(events, 'waiting');
    const follower = await start();
    await endJob(events, 'late', { failed: true });
    await catchUp(follower);
    expect(await announced()).to.deep.equal(['early', 'late']);
  });

  it('increases endTime although jobs end at the same time and are recorded out of order', async () => {
    for (const [job, afterMs] of [
      ['a', 5_000],
      ['b', 5_000],
      ['c', 1_000],
      ['d', 9_000],
    ] as const)
      await endJob(events, job, { afterMs });
    await catchUp(await start());
    expect((await activitiesOf(events)).map(({ endTime }) => endTime.slice(17, 23))).to.deep.equal([
      '05.000',
      '05.001',
      '05.002',
      '09.000',
    ]);
  });

  it('continues after the last activity, and has no other checkpoint', async () => {
    await endJobs(['a', 'b']);
    await catchUp(await start());
    const asked: unknown[] = [];
    const watched = faulty(events, ({ method, args }, moment) => {
      if (method === 'subscribe' && moment === 'before') asked.push((args[0] as { after?: string }).after);
    });
    await endJob(events, 'c');
    await catchUp(await start(watched));
    expect(asked).to.deep.equal([(await endsOf(events))[1]!.position]);
    expect(await announced()).to.deep.equal(['a', 'b', 'c']);
    const streams = new Set<string>();
    for await (const { stream } of events.readAll()) streams.add(stream.replace(/-.*/, ''));
    expect([...streams]).to.have.members(['importJob', 'activityStream']);
  });

  it('lets later ends wait for one that cannot be announced', async () => {
    await endJobs(['a', 'b', 'c']);
    let refusals = 3;
    const away = faulty(events, ({ method }, moment) => {
      if (method === 'append' && moment === 'before' && refusals-- > 0)
        throw new EventStoreFault('store-unavailable', 'away');
    });
    await catchUp(await start(away));
    expect(await announced()).to.deep.equal(['a', 'b', 'c']);
  });

  it('announces the end at which it was stopped', async () => {
    await endJobs(['a', 'b', 'c']);
    let appends = 0;
    const stuck = faulty(events, ({ method }, moment) => {
      if (method === 'append' && moment === 'before' && ++appends > 1)
        throw new EventStoreFault('store-unavailable', 'away');
    });
    const first = await start(stuck);
    await until('the second end was tried', () => appends > 1);
    await first.stop();
    expect(await announced()).to.deep.equal(['a']);
    await catchUp(await start());
    expect(await announced()).to.deep.equal(['a', 'b', 'c']);
  });

  it('may be there twice, also while one of the two comes and goes', async () => {
    await endJobs(named(0, 40));
    const steady = await start();
    const passing = await start();
    await endJobs(named(40, 60));
    await passing.stop();
    const next = await start();
    await endJobs(named(60, 80));
    await Promise.all([catchUp(steady), catchUp(next)]);
    expect(await announced()).to.deep.equal(named(0, 80));
  });
});

describe('the announcer of archival groups', () => {
  const events = openedForEach(() => openEventStore(':memory:', createCodec(catalogue)));

  const start = (over: EventStore = events): Promise<Follower> =>
    groupAnnouncer({ dependencies: { events: over, producer: 'test' }, log: silent });
  const announced = async (): Promise<(string | null)[]> =>
    (await groupActivitiesOf(events)).map(({ data }) => data.jobId ?? data.archivalGroup);
  const catchUp = async (follower: Follower): Promise<void> => {
    await follower.reached((await events.head())!);
    await follower.stop();
  };
  const request = (key: string): Promise<unknown> =>
    requestActivity({ events, producer: 'test' }, requestBy(key), 'letters/a');

  it('announces versions of jobs, adopted ones and requests in the order of the log', async () => {
    await endJob(events, 'a');
    await adoptVersion(events, 'old', 1);
    await request('one');
    const follower = await start();
    await endJob(events, 'b', { failed: true });
    await endJob(events, 'c', { suppressed: true });
    await request('two');
    await endJob(events, 'd');
    await catchUp(follower);
    expect(await announced()).to.deep.equal([null, 'a', 'letters/old', 'letters/a', 'letters/a', 'd']);
  });

  it('continues after the last activity, also where that is a request', async () => {
    await endJob(events, 'a');
    await request('one');
    await catchUp(await start());
    const asked: unknown[] = [];
    const watched = faulty(events, ({ method, args }, moment) => {
      if (method === 'subscribe' && moment === 'before') asked.push((args[0] as { after?: string }).after);
    });
    await endJob(events, 'b');
    await catchUp(await start(watched));
    expect(asked).to.deep.equal([(await changesIn(events))[1]!.position]);
    expect(await announced()).to.deep.equal([null, 'a', 'letters/a', 'b']);
  });

  it('may be there twice, while jobs end and activities are asked for', async () => {
    const both = [await start(), await start()];
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? endJob(events, `j${index}`) : request(`${index}`))),
    );
    await Promise.all(both.map(catchUp));
    expect(await announced()).to.deep.equal([
      null,
      ...(await changesIn(events)).map(({ data }) => ('jobId' in data ? data.jobId : 'letters/a')),
    ]);
  });
});

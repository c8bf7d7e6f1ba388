import { expect } from 'chai';
import { announceGroup } from '../../commands/processes/activities/announce-group.js';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { Position, RecordedFact } from '../../events/envelope.js';
import { GROUP_ACTIVITIES, PLACEHOLDER, type GroupActivityFact } from '../../events/group-activity.js';
import { EventStoreFault, type EventStore } from '../../events/store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { groupActivities, importActivities, lastPage, pagePlace } from '../../projections/activity/activity-stream.js';
import { changesIn, endJob, groupActivitiesOf } from '../support/platform/ended-jobs.js';
import { faulty } from '../support/faults/faulty.js';
import { until } from '../support/scheduling/until.js';
import { openedForEach } from '../support/platform/opened.js';

describe('the place of a page in an activity stream', () => {
  const rows: readonly (readonly [number, number, object | null])[] = [
    [1, 0, null],
    [1, 1, { number: 1, size: 1, isLast: true }],
    [1, 99, { number: 1, size: 99, isLast: true }],
    [1, 100, { number: 1, size: 100, isLast: true }],
    [2, 100, null],
    [1, 101, { number: 1, size: 100, isLast: false }],
    [2, 101, { number: 2, size: 1, isLast: true }],
    [0, 101, null],
    [-1, 101, null],
    [10_000, 1_000_000, { number: 10_000, size: 100, isLast: true }],
    [10_001, 1_000_000, null],
  ];
  for (const [number, count, place] of rows)
    it(`is known for page ${number} of ${count} activities`, () =>
      expect(pagePlace(number, count)).to.deep.equal(place));

  it('is that of the last page for as many pages as there are', () => {
    for (let count = 1; count < 1_000; count++) expect(pagePlace(lastPage(count), count)!.isLast).to.equal(true);
  });
});

describe('an activity stream', () => {
  const events = openedForEach(() => openEventStore(':memory:', createCodec(catalogue)));

  const announce = async (): Promise<Position> => {
    const changes = await changesIn(events);
    for (const change of changes) await announceGroup({ events, producer: 'test' }, change);
    return changes.at(-1)!.position;
  };

  it('of archival groups shows its placeholder before and after it is written', async () => {
    const stream = groupActivities(events);
    expect(await stream.head()).to.deep.equal({ count: 1, lastId: null });
    const before = await stream.page(pagePlace(1, 1)!);
    expect(before).to.deep.equal([PLACEHOLDER]);
    await endJob(events, 'a');
    await announce();
    const [, written] = await groupActivitiesOf(events);
    expect(await stream.head()).to.deep.equal({ count: 2, lastId: (written as RecordedFact<GroupActivityFact>).id });
    const [first] = await stream.page(pagePlace(1, 1)!);
    expect({ type: first!.type, data: first!.data }).to.deep.equal(PLACEHOLDER);
  });

  it('knows the last activity of each page', async () => {
    for (let job = 1; job <= 120; job++) await endJob(events, `j${job}`);
    await announce();
    const stream = groupActivities(events);
    const facts = (await groupActivitiesOf(events)) as RecordedFact<GroupActivityFact>[];
    const idOf = (number: number): Promise<string | null> => stream.lastIdOf(pagePlace(number, 121)!);
    expect([await idOf(1), await idOf(2)]).to.deep.equal([facts[99]!.id, facts[120]!.id]);
    expect(await stream.page(pagePlace(2, 121)!)).to.deep.equal(facts.slice(100));
  });

  it('of import jobs has nothing before the first one has ended', async () => {
    const stream = importActivities(events);
    expect(await stream.head()).to.deep.equal({ count: 0, lastId: null });
  });

  it('knows how many activities are before a time, having read few of them', async () => {
    for (let job = 1; job <= 120; job++) await endJob(events, `j${job}`, { afterMs: job * 60_000 });
    const placeholder = await groupActivities(events).headBefore('2025-01-01T00:00:00.0000000Z');
    expect(placeholder).to.deep.equal({ count: 1, lastId: null });
    await announce();
    let reads = 0;
    const counted: EventStore = {
      ...events,
      read: (stream, options) => {
        reads += 1;
        return events.read(stream, options);
      },
    };
    const facts = (await groupActivitiesOf(events)) as RecordedFact<GroupActivityFact>[];
    const stream = groupActivities(counted);
    for (const count of [0, 1, 2, 57, 120]) {
      const lastId = facts[count - 1]?.id ?? null;
      expect(await stream.headBefore(facts[count]!.data.endTime)).to.deep.equal({ count, lastId });
    }
    const lastId = facts[120]!.id;
    expect(await stream.headBefore('9999-01-01T00:00:00.0000000Z')).to.deep.equal({ count: 121, lastId });
    expect(reads / 6).to.be.at.most(8);
  });

  it('says when something was announced, and after a time that it was not', async () => {
    const stream = groupActivities(events);
    await endJob(events, 'a');
    const [change] = await changesIn(events);
    expect(await stream.announced(change!.position, 30)).to.equal(false);
    const waiting = stream.announced(change!.position, 30_000);
    await announce();
    expect(await waiting).to.equal(true);
  });

  it('shares its reads among all that wait, and goes on where one fails', async () => {
    let reads = 0;
    const flaky = faulty(events, ({ method, args }, moment) => {
      if (method !== 'read' || args[0] !== GROUP_ACTIVITIES || moment !== 'before') return;
      if (++reads < 3) throw new EventStoreFault('store-unavailable', 'away');
    });
    const stream = groupActivities(flaky);
    await endJob(events, 'a');
    const [change] = await changesIn(events);
    const waiting = Array.from({ length: 200 }, () => stream.announced(change!.position, 30_000));
    await until('it was read again', () => reads > 3);
    await announce();
    expect(new Set(await Promise.all(waiting))).to.deep.equal(new Set([true]));
    expect(reads).to.be.lessThan(200);
  });
});

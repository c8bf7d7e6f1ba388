import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { announceImport } from '../../../commands/processes/activities/announce-import.js';
import { IMPORT_ACTIVITIES } from '../../../events/import-activity.js';
import type { EventStore } from '../../../events/store.js';
import { activitiesOf, endJob, endsOf } from '../../support/platform/ended-jobs.js';
import { announcesOnce, announcingAll, logWith, type Announcing } from './announced-once.js';

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

const announcing: Announcing<Awaited<ReturnType<typeof endsOf>>[number]> = {
  stream: IMPORT_ACTIVITIES,
  read: endsOf,
  announce: announceImport,
  announced: async (events) => (await activitiesOf(events)).map(({ jobId }) => jobId),
  seen: withoutMemory,
};
const announceAll = announcingAll(announcing);

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

  announcesOnce(announcing);
});

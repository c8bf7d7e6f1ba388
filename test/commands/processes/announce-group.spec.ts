import { expect } from 'chai';
import { announceGroup } from '../../../commands/processes/activities/announce-group.js';
import { requestActivity } from '../../../commands/processes/activities/request-activity.js';
import { GROUP_ACTIVITIES } from '../../../events/group-activity.js';
import type { EventStore } from '../../../events/store.js';
import { activityFaults } from '../../support/oracle/activity-faults.js';
import {
  adoptVersion,
  changesIn,
  endJob,
  factsIn,
  groupActivitiesOf,
  requestBy,
} from '../../support/platform/ended-jobs.js';
import { announcesOnce, announcingAll, logWith, type Announcing } from './announced-once.js';

const announcing: Announcing<Awaited<ReturnType<typeof changesIn>>[number]> = {
  stream: GROUP_ACTIVITIES,
  read: changesIn,
  announce: announceGroup,
  announced: async (events) => (await groupActivitiesOf(events)).slice(1).map(({ data }) => data.jobId),
};
const announceAll = announcingAll(announcing);

const shown = async (events: EventStore): Promise<string[]> =>
  (await groupActivitiesOf(events)).map(
    ({ type, data }) => `${type.replace(/^ArchivalGroup|Announced$/g, '')} ${data.archivalGroup} ${data.jobId}`,
  );

describe('announcing archival groups', () => {
  it('adds each version that a job made, behind the placeholder, and nothing for a job that failed', async () => {
    const events = await logWith();
    await endJob(events, 'a');
    await endJob(events, 'b', { failed: true });
    await endJob(events, 'c', { version: 4 });
    await announceAll(events);
    await announceAll(events);
    expect(await shown(events)).to.deep.equal(['Creation null null', 'Creation letters/a a', 'Update letters/c c']);
  });

  it('leaves out a version that its job keeps out of the stream', async () => {
    const events = await logWith();
    await endJob(events, 'a', { version: 2, suppressed: true });
    await endJob(events, 'b', { version: 3 });
    await announceAll(events);
    expect(await shown(events)).to.deep.equal(['Creation null null', 'Update letters/b b']);
  });

  it('adds versions that were adopted, which no job made', async () => {
    const events = await logWith();
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

  announcesOnce(announcing);
});

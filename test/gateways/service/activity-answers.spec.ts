import { expect } from 'chai';
import { announceGroup } from '../../../commands/processes/activities/announce-group.js';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import type { GroupActivityFact } from '../../../events/group-activity.js';
import type { Answer, Call } from '../../../gateways/http/route.js';
import {
  activityCollectionAnswer,
  activityPageAnswer,
  type ShownActivities,
} from '../../../gateways/service/activity-answers.js';
import { openEventStore, type EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { groupActivities } from '../../../projections/activity/activity-stream.js';
import { changesIn, endJob } from '../../support/platform/ended-jobs.js';
import { faulty } from '../../support/faults/faulty.js';

const asked = (pageNumber: string, tag?: string): Call<object> =>
  ({ params: { pageNumber }, query: {}, header: () => tag }) as unknown as Call<object>;
const tagOf = ({ headers }: Answer): string => headers?.['ETag'] ?? '';

describe('the entity tags of an activity stream', () => {
  const logs: EmbeddedEventStore[] = [];
  afterEach(async () => {
    for (const log of logs.splice(0)) await log.close();
  });

  /** A log with an activity for each of these jobs. */
  const logOf = async (jobs: readonly string[]): Promise<EmbeddedEventStore> => {
    const events = openEventStore(':memory:', createCodec(catalogue));
    logs.push(events);
    for (const job of jobs) await endJob(events, job);
    for (const change of await changesIn(events)) await announceGroup({ events, producer: 'test' }, change);
    return events;
  };
  const shownOf = (
    events: EmbeddedEventStore,
    rest: Partial<ShownActivities<GroupActivityFact>> = {},
  ): ShownActivities<GroupActivityFact> => ({
    stream: groupActivities(events),
    name: 'stream',
    base: () => 'http://here.example/activity',
    render: () => ({}),
    baseUrls: { preservation: 'http://here.example', storage: 'http://there.example' },
    producer: '1.0.0',
    ...rest,
  });
  const jobs = (from: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${from}${index}`);

  it('differ between two logs with as many activities, as after a restore', async () => {
    const [one, other] = [shownOf(await logOf(jobs('a', 130))), shownOf(await logOf(jobs('b', 130)))];
    for (const number of ['1', '2'])
      expect(tagOf(await activityPageAnswer(asked(number), one))).to.not.equal(
        tagOf(await activityPageAnswer(asked(number), other)),
      );
    const [collection, another] = [
      await activityCollectionAnswer(asked(''), one),
      await activityCollectionAnswer(asked(''), other),
    ];
    expect(tagOf(collection)).to.not.equal(tagOf(another));
  });

  it('differ where hosts or software are others, which are in the answer or make it', async () => {
    const events = await logOf(['a']);
    const tags = [
      shownOf(events),
      shownOf(events, { producer: '1.0.1' }),
      shownOf(events, { baseUrls: { preservation: 'http://moved.example', storage: 'http://there.example' } }),
      shownOf(events, { baseUrls: { preservation: 'http://here.example', storage: 'http://moved.example' } }),
    ].map(async (shown) => tagOf(await activityPageAnswer(asked('1'), shown)));
    expect(new Set(await Promise.all(tags)).size).to.equal(tags.length);
  });

  it('let a page that has not changed be answered with two single facts read', async () => {
    const events = await logOf(jobs('a', 130));
    const reads: unknown[] = [];
    const watched = faulty(events, ({ method, args }, moment) => {
      if (method === 'read' && moment === 'before') reads.push((args[1] as { limit: number }).limit);
    });
    const shown = shownOf(watched);
    const tag = tagOf(await activityPageAnswer(asked('1'), shown));
    reads.splice(0);
    expect((await activityPageAnswer(asked('1', tag), shown)).status).to.equal(304);
    expect(reads).to.deep.equal([1, 1]);
  });
});

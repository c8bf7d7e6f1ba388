import { writeSync } from 'node:fs';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { heartbeatTimes } from '../../../flow/lease/heartbeat-times.js';
import { openMongoSharedRecords } from '../../../infra/mongodb/shared-records.js';
import { present } from '../../workers/support/present.js';
import { openMongoDocumentStore } from '../../../infra/mongodb/document-store.js';
import { openProjector } from '../../../projections/projector/projector.js';
import { appendNotes, counts, countsCodec } from '../../support/facts/counts-view.js';
import { until } from '../../support/scheduling/until.js';

/**
 * A projector in a process of its own, over a log in memory that has the same facts in every process of the test: `facts`
 * pairs of notes. Says `active` when it has the lease, and `lost` when it has lost it.
 */
const say = (word: string): void => void writeSync(1, `${word}\n`);
const [url = '', database = '', facts = '0'] = process.argv.slice(2);
const events = openEventStore(':memory:', countsCodec);
const documents = openMongoDocumentStore({ url, database });
const { projector } = openProjector(counts(1), {
  events,
  documents,
  liveness: present(`child ${process.pid}`, {
    records: openMongoSharedRecords({ url, database }),
    times: { ...heartbeatTimes(1_500), giveUpAfterMs: 60_000 }, // so that only a refusal makes it stop
  }),
});
await until('it is active', projector.active);
say('active');
for (let each = 0; each < Number(facts); each++) {
  const position = await appendNotes(events, [`n${each}`, 'ink']);
  if (!(await projector.reached(position, 60_000)) || !projector.active()) break; // so that it is killed in the middle
}
await until('it has lost the lease', () => !projector.active(), 300_000);
say('lost');

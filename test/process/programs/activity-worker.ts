import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import { RevisionConflict } from '../../../events/store.js';
import { isTransient } from '../../../events/transient.js';
import { pause } from '../../../flow/pause.js';
import { retry } from '../../../flow/retry.js';
import { createApp } from '../../../gateways/http/app.js';
import { developmentIdentity } from '../../../gateways/http/identify.js';
import { activityRoutes } from '../../../gateways/preservation/activity/activity-routes.js';
import type { RepositoryDependencies } from '../../../gateways/service/repository-dependencies.js';
import { openEventStoreDb } from '../../../infra/eventstoredb/event-store.js';
import { groupActivities } from '../../../projections/activity/activity-stream.js';
import { readOpenApi } from '../../../schemas/openapi-document.js';
import { groupAnnouncer, importAnnouncer } from '../../../workers/announcer.js';
import { endJob, RECEIVED } from '../../support/platform/ended-jobs.js';
import { memoryLog } from '../../gateways/service.js';
import { silent } from '../../workers/support/log-of-facts.js';

/** What a worker process is told. */
export interface ActivityWorkerWords {
  readonly eventStore: string;
  readonly number: number;
  readonly port: number;
  /** The base URL of the preservation service, as clients see it. */
  readonly preservation: string;
  /** How many jobs it ends in all, over all its lives. */
  readonly jobs: number;
}

/**
 * One of several processes in which jobs end: `activity-worker <words>` (JSON). It announces what ended in any of them,
 * although each of the others does it too, serves the activity stream, and says `{}` once it listens.
 */
const { eventStore, number, port, preservation, jobs } = JSON.parse(process.argv[2] ?? '') as ActivityWorkerWords;

const events = openEventStoreDb({ connectionString: eventStore, codec: createCodec(catalogue) });
const dependencies = { events, producer: 'test', now: () => new Date() };

const document = readOpenApi('preservation');
const shown = Object.entries(document.paths).filter(([path]) => path.startsWith('/activity/'));
const on = {
  dependencies: dependencies as unknown as Dependencies,
  repository: { resource: () => Promise.resolve(null) },
  baseUrls: { preservation, storage: 'http://storage.example' },
} as unknown as RepositoryDependencies;
const app = createApp({
  document: { ...document, paths: Object.fromEntries(shown) },
  routes: activityRoutes(on, groupActivities(events)),
  identify: developmentIdentity('dev'),
  log: memoryLog().log,
  bodyLimits: { most: 10_000 },
});
const server = createServer(app).listen(port, '127.0.0.1');
await once(server, 'listening');
await Promise.all([importAnnouncer, groupAnnouncer].map((announcer) => announcer({ dependencies, log: silent })));
console.log('{}');

/** One job of every five fails, and one of every seven keeps its version out of the stream. */
const endOne = async (job: number): Promise<void> => {
  const how = {
    afterMs: Date.now() - RECEIVED,
    failed: job % 5 === 0,
    version: 1 + (job % 3),
    suppressed: job % 7 === 0,
  };
  await retry(() => endJob(events, `w${number}n${job}`, how), {
    backOff: { firstMs: 100, capMs: 1_000 },
    mayPass: isTransient, // such as an append that was not answered in time, which may have taken effect
  });
  await pause(30);
};

for (let job = 0; job < jobs; job++) {
  try {
    await endOne(job);
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error; // it ended in an earlier life of this process
  }
}

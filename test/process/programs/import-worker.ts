import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import { openEventStoreDb } from '../../../infra/eventstoredb/event-store.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import type { JobDocument } from '../../../projections/jobs/job-document.js';
import { JobRunner } from '../../../workers/job-runner.js';
import { importJobs } from '../../../workers/importer/importer.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { heartbeatTimes } from '../../../flow/lease/heartbeat-times.js';
import { dependenciesOver } from '../../support/repository/dependencies-over.js';
import { settingsOf, type S3Server } from '../../support/s3/s3-server.js';
import { stepped, strikingAt, type KillPoint } from '../../support/processes/kill-point.js';
import { sharedRecordsAt } from '../../support/shared-records-server.js';
import { identityOf, silent } from '../../workers/support/log-of-facts.js';
import { queueOf, waitingJob } from '../../workers/support/queue-of.js';
import { present } from '../../workers/support/present.js';

/** What a worker process is told: where it works, who it is, and where it is to stop like one that was paused. */
export interface WorkerWords {
  readonly eventStore: string;
  readonly records: string;
  readonly objects: S3Server;
  readonly holder: string;
  readonly takeoverMs: number;
  readonly pause: KillPoint | null;
}

/**
 * A worker of imports in a process of its own: `import-worker <words>` (JSON). It works the jobs that it hears of, one
 * line of JSON each; to the line `idle` it says when it has nothing in hand any more. It says when it is about to stop.
 */
const words = JSON.parse(process.argv[2] ?? '') as WorkerWords;
const { holder, takeoverMs } = words;

const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);

const come = strikingAt(words.pause, () => {
  say({ kind: 'pausing' });
  process.kill(process.pid, 'SIGSTOP');
});
const ports = {
  events: openEventStoreDb({ connectionString: words.eventStore, codec: createCodec(catalogue) }),
  bytes: openS3ByteStore(settingsOf(words.objects)),
};
const dependencies = dependenciesOver(stepped(ports, come));
const identity = identityOf(holder);
/** What it was told of; whoever works a job, it waits or runs until its ledger says that it is over. */
const told: ImportTask[] = [];
const jobs = (): readonly JobDocument[] =>
  told.flatMap(({ jobId, archivalGroup }) => [
    waitingJob(jobId, { archivalGroup }),
    waitingJob(jobId, { archivalGroup, status: 'running', holder: 'somebody' }),
  ]);
const jobRunner = new JobRunner({
  kinds: [importJobs({ dependencies, identity, log: silent })],
  queue: queueOf(jobs),
  presence: present(holder, { records: sharedRecordsAt(words.records), times: heartbeatTimes(takeoverMs) }),
  log: silent,
  takeOverEveryMs: takeoverMs / 4,
});

say({ kind: 'ready' });
for await (const line of createInterface(process.stdin)) {
  if (line === 'idle') {
    await jobRunner.idle();
    say({ kind: 'idle' });
  } else {
    told.push(JSON.parse(line) as ImportTask);
    jobRunner.wake();
  }
}
process.exit(0);

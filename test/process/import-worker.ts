import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openRemoval } from '../../commands/storage/removal.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { EventStore } from '../../events/store.js';
import type { ObjectStore } from '../../formats/object-store.js';
import { openEventStoreDb } from '../../infra/eventstoredb/event-store.js';
import { openS3ByteStore } from '../../infra/s3/byte-store.js';
import { JobRunner } from '../../workers/job-runner.js';
import { importJobs } from '../../workers/importer/importer.js';
import type { ImportTask } from '../../workers/importer/import-task.js';
import { leaseTimes } from '../../flow/lease/lease-times.js';
import { faulty, type Moment, type PortCall } from '../support/faults/faulty.js';
import { settingsOf, type S3Server } from '../support/s3/s3-server.js';
import type { KillPoint } from '../support/main-job/lines.js';
import { appended, stored } from '../support/main-job/step-names.js';
import { identityOf, silent } from '../workers/support/log-of-facts.js';

/** What a worker process is told: where it works, who it is, and where it is to stop like one that was paused. */
export interface WorkerWords {
  readonly eventStore: string;
  readonly objects: S3Server;
  readonly places: Dependencies['places'];
  readonly holder: string;
  readonly takeoverMs: number;
  readonly pause: KillPoint | null;
}

/**
 * A worker of imports in a process of its own: `import-worker <words>` (JSON). It works the jobs that it hears of, one
 * line of JSON each; to the line `idle` it says when it has nothing in hand any more. It says when it is about to stop.
 */
const words = JSON.parse(process.argv[2] ?? '') as WorkerWords;
const { holder, places, takeoverMs } = words;

const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);

let reached = 0;
const come = (step: string | null, moment: Moment): void => {
  if (words.pause?.step !== step || words.pause.moment !== moment) return;
  reached += 1;
  if (reached !== words.pause.time) return;
  say({ kind: 'pausing' });
  process.kill(process.pid, 'SIGSTOP');
};
const watch =
  (stepOf: (call: PortCall) => string | null) =>
  (call: PortCall, moment: Moment): void =>
    come(stepOf(call), moment);

const events = faulty<EventStore>(
  openEventStoreDb({ connectionString: words.eventStore, codec: createCodec(catalogue) }),
  watch(appended),
);
const bytes = faulty<ObjectStore>(
  openS3ByteStore(settingsOf(words.objects)),
  watch((call) => stored({ request: '', staged: false }, call)),
);
const dependencies: Dependencies = {
  events,
  bytes,
  removal: openRemoval(bytes, places),
  places,
  now: () => new Date(),
  producer: 'test',
  holder: '',
  metsAgent: { name: 'test', accepted: [] },
};
const identity = identityOf(holder);
const told: ImportTask[] = [];
const claimable = (): Promise<readonly ImportTask[]> => Promise.resolve(told);
const jobRunner = new JobRunner<ImportTask>({
  kind: importJobs({ dependencies, identity, log: silent, claimable }),
  events,
  identity,
  log: silent,
  ...leaseTimes(takeoverMs),
  scanEveryMs: takeoverMs / 4,
});

say({ kind: 'ready' });
for await (const line of createInterface(process.stdin)) {
  if (line === 'idle') {
    await jobRunner.idle();
    say({ kind: 'idle' });
  } else {
    const task = JSON.parse(line) as ImportTask;
    told.push(task);
    jobRunner.wake(task);
  }
}
process.exit(0);

import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { DepositFact } from '../../events/deposit.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { ExportFact } from '../../events/export.js';
import type { ImportJobFact } from '../../events/import-job.js';
import type { PlatformJobFact } from '../../events/platform-job.js';
import type { Projection, Touch } from '../projection.js';
import { archivingTouches } from './archiving.js';
import { exportTouches } from './exports.js';
import { importTouches } from './imports.js';
import type { JobTouch } from './job-changes.js';
import type { JobDocument } from './job-document.js';
import { LISTING_INDEXES, LISTING_QUERIES } from './job-queries.js';
import { pipelineRunTouches } from './pipeline-runs.js';
import { platformJobTouches } from './platform-jobs.js';
import { QUEUE_INDEXES, QUEUE_QUERIES } from './queue-queries.js';
import { steeringTouches } from './steering.js';

export type JobFact = ArchivalGroupFact | ImportJobFact | ExportFact | DepositFact | PlatformJobFact;

/** By the type of a fact, whose data each of them takes. */
const TOUCHES: Readonly<Partial<Record<JobFact['type'], JobTouch<never>>>> = {
  ...importTouches,
  ...exportTouches,
  ...pipelineRunTouches,
  ...archivingTouches,
  ...platformJobTouches,
  ...steeringTouches,
};

/** Jobs of every kind by id, for `GET /jobs` and for the queue. They outlast the deposits that they are of. */
export const jobs: Projection<JobFact, JobDocument> = {
  shape: {
    name: 'jobs',
    indexes: [...LISTING_INDEXES, ...QUEUE_INDEXES],
    queries: { ...LISTING_QUERIES, ...QUEUE_QUERIES },
  },
  version: 3,
  categories: ['archivalGroup', 'importJob', 'export', 'deposit', 'job'],
  touches: ({ type, data }: RecordedFact<JobFact>): readonly Touch<JobDocument>[] => {
    const touch = TOUCHES[type] as JobTouch<object> | undefined;
    return touch?.(data) ?? [];
  },
};

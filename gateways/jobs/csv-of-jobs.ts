import { timestampOf } from '../../events/time.js';
import type { JobDocument } from '../../projections/jobs/job-document.js';
import type { JobFilter } from '../../projections/jobs/job-queries.js';
import { onAllPages, type CsvField, type CsvTable } from '../service/csv-answer.js';
import { renderJob } from '../rendering/job.js';
import type { JobDependencies } from './job-dependencies.js';

type RenderedJob = ReturnType<typeof renderJob>;

/** Jobs that are read at once. */
const AT_ONCE = 500;

/** All jobs that satisfy a filter, as a table; those that are asked for while it is read are left out, so that no page shifts. */
export const csvOfJobs = (on: JobDependencies, asked: JobFilter): CsvTable => {
  const now = timestampOf(new Date(on.dependencies.now().getTime() + 1));
  const filter = { ...asked, to: asked.to !== undefined && asked.to < now ? asked.to : now };
  const read = async (from: number | null) => {
    const skip = from ?? 0;
    const { jobs, total } = await on.jobs.page({ filter, skip, limit: AT_ONCE });
    return { items: jobs, next: skip + AT_ONCE < total ? skip + AT_ONCE : null };
  };
  const rows = async function* (): AsyncGenerator<CsvField[]> {
    for await (const job of onAllPages<JobDocument, number>(read)) yield fieldsOf(renderJob(on, job, null, null));
  };
  return { name: 'jobs', headings: COLUMNS.map(([heading]) => heading), rows: rows() };
};

const fieldsOf = (job: RenderedJob): CsvField[] => COLUMNS.map(([, valueOf]) => valueOf(job));

const COLUMNS: readonly (readonly [heading: string, valueOf: (job: RenderedJob) => CsvField])[] = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['state', ({ state }) => state],
  ['by', ({ agent }) => agent],
  ['submitted', ({ submitted }) => submitted],
  ['begun', ({ begun }) => begun],
  ['finished', ({ finished }) => finished],
  ['deposit', ({ deposit }) => deposit],
  ['archival group', ({ archivalGroup }) => archivalGroup],
  ['name', ({ archivalGroupName }) => archivalGroupName],
  ['version', ({ version }) => version],
  ['files', ({ files }) => files],
  ['bytes', ({ bytes }) => bytes],
  ['failures', ({ failures }) => failures],
  ['first error', ({ errors }) => errors[0]?.message ?? null],
  ['cancelled by', ({ cancelledBy }) => cancelledBy],
  ['repeats', ({ retryOf }) => retryOf],
];

import type { ImportJob } from '../../commands/import-job/state.js';
import { readImportJob, readQueuedJob } from '../../commands/import-job/import-job-stream.js';
import { readPlan } from '../../commands/import-plan/plan-stream.js';
import { EventStoreFault } from '../../events/store.js';
import { notBefore } from '../../events/time.js';
import type { BinaryRecord } from '../../formats/group-state/group-state.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import type { PlannedOperation } from '../../events/import-plan.js';
import type { BaseUrls } from '../uris/base-urls.js';
import type { JobProgress } from '../rendering/job.js';
import { moment, momentOrNull } from '../rendering/moment.js';
import { renderPlan, type PlanContext } from '../rendering/planned-resources.js';
import { agentUri, depositUri, resourceUri } from '../uris/uris.js';

type ResultDependencies = Pick<
  RepositoryDependencies,
  'dependencies' | 'baseUrls' | 'self' | 'groups' | 'readProgress'
>;

/** Throws a transient EventStoreFault for an accepted job that is not queued yet. */
const requireQueued = (job: ImportJob | null, jobId: string): ImportJob => {
  if (job === null) throw new EventStoreFault('store-unavailable', `import job ${jobId} is not queued yet`);
  return job;
};

/** An accepted import job in its present state. */
export const acceptedJob = async ({ dependencies }: ResultDependencies, jobId: string): Promise<ImportJob> =>
  requireQueued(await readImportJob(dependencies.events, jobId), jobId);

/** An accepted import job as it was queued, which its POST answers, also for a repeat. */
export const waitingJob = async ({ dependencies }: ResultDependencies, jobId: string): Promise<ImportJob> =>
  requireQueued(await readQueuedJob(dependencies.events, jobId), jobId);

/** Whether a job has ended. */
export const isOver = ({ status }: ImportJob): boolean => status === 'completed' || status === 'completedWithErrors';

/**
 * The result of an import job, with its URI as `id`. Values that its plan lacks are read from the version that it made.
 */
export const resultOf = async (on: ResultDependencies, id: string, job: ImportJob): Promise<object> => {
  const { dependencies, baseUrls, self, groups } = on;
  const recorded = async (): Promise<ReadonlyMap<string, BinaryRecord>> => {
    if (job.status !== 'completed') return new Map();
    const { archivalGroup, newVersion } = job;
    return (await groups.content(archivalGroup, newVersion, versionName(newVersion))).state.binaries;
  };
  const told = job.status === 'running' ? (await on.readProgress()).get(job.jobId) : undefined;
  const shown = told === undefined ? job : withProgress(job, told);
  return renderImportResult({ id, self, baseUrls }, shown, {
    plan: readPlan(dependencies.events, job.jobId),
    recorded,
  });
};

/** A running job, as far as its process tells that it has come. */
const withProgress = (job: ImportJob, { files, bytes, changedAt }: JobProgress): ImportJob => ({
  ...job,
  ...(job.status === 'running' && { progress: { files, bytes } }),
  lastModified: notBefore(changedAt, job.lastModified),
});

/** The result's own URI, and the service that answers, which is in the URIs of resources and agents. */
interface ResultAddress {
  readonly id: string;
  readonly self: keyof BaseUrls;
  readonly baseUrls: BaseUrls;
}

/** The plan of a job, and the binaries of its version after it is completed. */
interface JobContent {
  readonly plan: AsyncIterable<PlannedOperation>;
  readonly recorded: NonNullable<PlanContext['recorded']>;
}

/** The URI of a job or diff; an id that is a path belongs to the preservation service. */
const onHost = ({ baseUrls }: ResultAddress, id: string): string =>
  id.startsWith('/') ? baseUrls.preservation + id : id;

/**
 * The result of an import job (preservation 2.12) with its own `id`, in the order of companion 2.9. The storage service
 * has no deposits, so its results name none.
 */
export const renderImportResult = async (
  address: ResultAddress,
  job: ImportJob,
  { plan, recorded }: JobContent,
): Promise<object> => {
  const { id, self, baseUrls } = address;
  const base = baseUrls[self];
  const { archivalGroup, depositId, request } = job;
  const original = request.originalImportJob;
  const carriedOut = job.status === 'completed' ? plan : [];
  const done = await renderPlan(carriedOut, { base, archivalGroup, existing: null, files: null, recorded });
  return {
    id,
    type: 'ImportJobResult',
    importJob: request.importJob === null ? null : onHost(address, request.importJob),
    ...(original === null ? {} : { originalImportJob: onHost(address, original) }),
    ...(depositId === null || self === 'storage' ? {} : { deposit: depositUri(base, depositId) }),
    created: moment(job.submitted),
    createdBy: agentUri(base, job.by),
    lastModified: moment(job.lastModified),
    lastModifiedBy: agentUri(base, job.by),
    archivalGroup: resourceUri(base, archivalGroup),
    status: job.status,
    ...progress(job),
    errors: errorsOf(base, job),
    containersAdded: done['add-container'],
    binariesAdded: done['add-binary'],
    containersDeleted: done['delete-container'],
    binariesDeleted: done['delete-binary'],
    binariesPatched: done['patch-binary'],
    binariesRenamed: done['rename-binary'],
    containersRenamed: done['rename-container'],
    ...sofar(job),
  };
};

/** How much of the content is stored and verified, while the job is running. */
const sofar = (job: ImportJob) =>
  job.status === 'running' ? { progress: { ...job.progress, plannedBytes: job.plan.bytes } } : {};

const progress = (job: ImportJob) => ({
  dateBegun: momentOrNull(job.status === 'waiting' ? null : job.dateBegun),
  dateFinished: momentOrNull('dateFinished' in job ? job.dateFinished : null),
  sourceVersion: job.status === 'waiting' || job.sourceVersion === null ? null : versionName(job.sourceVersion),
  newVersion: job.status === 'completed' ? versionName(job.newVersion) : null,
});

const errorsOf = (base: string, job: ImportJob): object[] | null => {
  if (job.status !== 'completedWithErrors' || job.errors.length === 0) return null;
  return job.errors.map(({ path, message }) => ({ id: path === null ? null : resourceUri(base, path), message }));
};

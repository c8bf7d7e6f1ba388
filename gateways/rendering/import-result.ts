import type { ImportJob } from '../../commands/import-job/state.js';
import type { PlannedOperation } from '../../events/import-plan.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { BaseUrls } from '../uris/base-urls.js';
import { moment, momentOrNull } from './moment.js';
import { NOTHING_PLANNED, renderPlan, type PlanContext } from './planned-resources.js';
import { agentUri, depositUri, resourceUri } from '../uris/uris.js';

/** The result's own URI, and the service that answers, which is in the URIs of resources and agents. */
export interface ResultAddress {
  readonly id: string;
  readonly self: keyof BaseUrls;
  readonly baseUrls: BaseUrls;
}

/** The plan of a job, and the binaries of its version after it is completed. */
export interface JobContent {
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
  const done =
    job.status === 'completed'
      ? await renderPlan(plan, { base, archivalGroup, existing: null, files: null, recorded })
      : NOTHING_PLANNED;
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

import { versionName } from '../../formats/ocfl/version-name.js';
import type { JobDocument, JobError, JobKindName } from '../../projections/jobs/job-document.js';
import type { BaseUrls } from '../uris/base-urls.js';
import {
  agentUri,
  agentUriOrNull,
  archiveJobUri,
  depositUri,
  exportUri,
  jobReportUri,
  jobUri,
  pipelineRunUri,
  resourceUri,
  resultUri,
  storageResultUri,
} from '../uris/uris.js';
import { moment, momentOrNull } from './moment.js';
import { renderStep } from './timed-step.js';

/** How far a job has come, as the process that works it tells. Times are UTC. */
export interface JobProgress {
  /** Of the claim under which that process works it. */
  readonly epoch: number;
  /** When that process began. */
  readonly since: string;
  readonly step: string | null;
  readonly files: number;
  readonly bytes: number;
  /** Null while they are not known. */
  readonly ofFiles: number | null;
  readonly ofBytes: number | null;
  /** When one of these numbers changed last. */
  readonly changedAt: string;
}

/** How far running jobs have come, by their ids. */
export type ReadProgress = () => Promise<ReadonlyMap<string, JobProgress>>;

/** The service that answers, with the addresses of both. */
export interface JobHost {
  readonly baseUrls: BaseUrls;
  readonly self: keyof BaseUrls;
}

/** The part that is done, by bytes where their number is known, else by files; null where neither is. */
const doneShare = ({ files, bytes, ofFiles, ofBytes }: JobProgress): number | null => {
  if (ofBytes !== null && ofBytes > 0) return bytes / ofBytes;
  return ofFiles !== null && ofFiles > 0 ? files / ofFiles : null;
};

/** How many seconds are left if the work goes on as fast as so far; null where nothing is done, or how much is not known. */
const remainingSeconds = (progress: JobProgress): number | null => {
  const share = doneShare(progress);
  if (share === null || share <= 0) return null;
  const elapsedMs = Date.parse(progress.changedAt) - Date.parse(progress.since);
  return elapsedMs > 0 ? Math.max(0, Math.round((elapsedMs * (1 - share)) / share / 1_000)) : null;
};

const renderProgress = (progress: JobProgress) => {
  const { step, files, ofFiles, bytes, ofBytes, changedAt } = progress;
  return {
    ...{ step, files, ofFiles, bytes, ofBytes },
    remainingSeconds: remainingSeconds(progress),
    lastModified: moment(changedAt),
  };
};

const isOfPlatform = (kind: JobKindName): boolean => ['audit', 'adoption', 'rebuild'].includes(kind);

/** The resource of this service that shows the same job in detail; null where it has none. */
const resultOf = ({ baseUrls, self }: JobHost, job: JobDocument): string | null => {
  const { kind, jobId, depositId, archivalGroup, resultId } = job;
  const { [self]: base } = baseUrls;
  if (isOfPlatform(kind)) return jobReportUri(base, jobId);
  if (self === 'storage') {
    if (kind === 'import' && archivalGroup !== null) return storageResultUri(base, jobId, archivalGroup);
    return kind === 'export' ? exportUri(base, jobId) : null;
  }
  if (depositId === null) return null;
  if (kind === 'import' && resultId !== null) return resultUri(base, depositId, resultId);
  if (kind === 'pipelineRun') return pipelineRunUri(base, depositId, jobId);
  return kind === 'archiving' ? archiveJobUri(base, depositId) : null;
};

/** The file or resource that an error concerns, as a URI where it has one, else before its text. */
const errorOf =
  (base: string, { kind, archivalGroup }: JobDocument) =>
  ({ path, message }: JobError) => {
    if (path === null) return { id: null, message };
    if (kind === 'import' || isOfPlatform(kind)) return { id: resourceUri(base, path), message };
    if (kind === 'export' && archivalGroup !== null)
      return { id: resourceUri(base, `${archivalGroup}/${path}`), message };
    return { id: null, message: `${path}: ${message}` };
  };

const linksOf = (host: JobHost, job: JobDocument) => {
  const { [host.self]: base } = host.baseUrls;
  const { depositId, archivalGroup, version, retryOf, retriedAs } = job;
  const group = archivalGroup === null ? null : resourceUri(base, archivalGroup);
  return {
    deposit: depositId === null || host.self === 'storage' ? null : depositUri(base, depositId),
    archivalGroup: group,
    version: version === null ? null : versionName(version),
    versionUri: group === null || version === null ? null : `${group}?view=lightweight&version=${versionName(version)}`,
    result: resultOf(host, job),
    retryOf: retryOf === null ? null : jobUri(base, retryOf),
    retriedAs: retriedAs === null ? null : jobUri(base, retriedAs),
  };
};

/** The host and the number of a process, of the name under which it holds its jobs (`host:number:…`). */
const shortProcessName = (holder: string): string => holder.split(':').slice(0, 2).join(':');

/**
 * A job, an addition of ours. `progress` is that of the process that works it, null where none tells of it; `before` is how
 * many jobs wait before it, null where that is not known.
 */
export const renderJob = (
  host: JobHost,
  job: JobDocument,
  progress: JobProgress | null,
  before: number | null = null,
) => {
  const { [host.self]: base } = host.baseUrls;
  const isRunning = job.status === 'running';
  return {
    id: jobUri(base, job.jobId),
    type: 'Job',
    jobId: job.jobId,
    kind: job.kind,
    state: job.status,
    agent: agentUri(base, job.agent),
    priority: job.priority,
    archivalGroupName: job.archivalGroupName,
    submitted: moment(job.submitted),
    begun: momentOrNull(job.begun),
    finished: momentOrNull(job.finished),
    lastModified: moment(job.lastModified),
    claims: job.epoch,
    steps: job.steps.map(renderStep),
    process: job.holder === null ? null : shortProcessName(job.holder),
    progress: isRunning && progress !== null && progress.epoch === job.epoch ? renderProgress(progress) : null,
    before: job.status === 'waiting' ? before : null,
    heldBy: agentUriOrNull(base, job.heldBy),
    cancelledBy: agentUriOrNull(base, job.cancelledBy),
    planned: job.planned,
    counts: job.counts,
    fromVersion: job.baseVersion === null || job.baseVersion === 0 ? null : versionName(job.baseVersion),
    files: job.files,
    bytes: job.bytes,
    summary: job.summary ?? null,
    errors: job.errors.map(errorOf(base, job)),
    failures: job.failures,
    ...linksOf(host, job),
  };
};

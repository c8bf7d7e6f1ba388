import { escapePath, escapeSegment, type RepositoryPath } from '../../formats/paths/repository-path.js';

/** The URI of a repository resource on a service; the root's ends in a slash (companion 2.2). */
export const resourceUri = (base: string, path: RepositoryPath): string => `${base}/repository/${escapePath(path)}`;

export const contentUri = (storage: string, path: RepositoryPath): string => `${storage}/content/${escapePath(path)}`;

/** The URI of an agent; only characters that a path segment forbids are escaped, so `@` is not (companion 4.2). */
export const agentUri = (base: string, name: string): string =>
  `${base}/agents/${encodeURIComponent(name).replace(/%(?:40|3A|24|26|2B|2C|3B|3D)/g, decodeURIComponent)}`;

export const agentUriOrNull = (base: string, name: string | null): string | null =>
  name === null ? null : agentUri(base, name);

export const depositUri = (base: string, depositId: string): string => `${base}/deposits/${depositId}`;

export const resultUri = (base: string, depositId: string, resultId: string): string =>
  `${depositUri(base, depositId)}/importjobs/results/${resultId}`;

export const pipelineRunUri = (base: string, depositId: string, runId: string): string =>
  `${depositUri(base, depositId)}/pipelinerunjobs/${runId}`;

/** The URI of the findings of a pipeline run. */
export const findingsUri = (base: string, depositId: string, runId: string): string =>
  `${pipelineRunUri(base, depositId, runId)}/findings`;

export const archiveJobUri = (base: string, depositId: string): string => `${base}/depositArchiveJobs/${depositId}`;

/** The URI of a job of any kind, on a service that has that kind. */
export const jobUri = (base: string, jobId: string): string => `${base}/jobs/${jobId}`;

/** The URI of the report of an audit, adoption or rebuild. */
export const jobReportUri = (base: string, jobId: string): string => `${jobUri(base, jobId)}/report`;

/** The URI of an import job's result on the storage service (companion 4.2). */
export const storageResultUri = (storage: string, jobId: string, archivalGroup: RepositoryPath): string =>
  `${storage}/import/results/${jobId}/${escapePath(archivalGroup)}`;

/** The S3 URI of an object or prefix, each segment percent-encoded. */
export const s3Uri = (bucket: string, key: string): string =>
  `s3://${bucket}/${key.split('/').map(escapeSegment).join('/')}`;

export const exportUri = (storage: string, exportId: string): string => `${storage}/export/${exportId}`;

const YEAR_ONE_MS = 62_135_596_800_000n;
let last = 0n;

/** A number for a generated job: 100-nanosecond ticks since the year 1, never the same twice (companion 4.1). */
export const transientNumber = (now: Date): string => {
  const ticks = (BigInt(now.getTime()) + YEAR_ONE_MS) * 10_000n;
  last = ticks > last ? ticks : last + 1n;
  return last.toString();
};

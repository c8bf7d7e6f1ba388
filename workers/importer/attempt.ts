import type { PublishedVersion, LiveImport } from '../../commands/archival-group/state.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { type Intent, importIntent } from '../../commands/core/intent.js';
import type { ObjectPlace } from '../../formats/ocfl/object-place.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { Log } from '../log.js';
import type { ReportProgress } from '../progress.js';
import type { Step } from '../step.js';

/** An import that a worker has started. */
export type BegunImport = Exclude<LiveImport, { readonly phase: 'admitted' }>;

/** One worker's attempt at a job. What it derives depends on the job alone, so that every attempt derives the same. */
export interface Attempt {
  readonly dependencies: Dependencies;
  readonly log: Log;
  readonly group: RepositoryPath;
  /** Of the request that began the job. */
  readonly correlationId: string;
  readonly job: BegunImport;
  /** The version the job builds on; null for a new group. */
  readonly base: PublishedVersion | null;
  readonly object: ObjectPlace;
  /** Null for the first job that targets the version; see `contentPath`. */
  readonly jobToken: string | null;
  readonly step: Step;
  readonly report: ReportProgress;
}

/** The intent of a step of this attempt; in another epoch its id is another one. */
export const intentOf = (
  { dependencies, correlationId, job }: Pick<Attempt, 'dependencies' | 'correlationId' | 'job'>,
  step: string,
): Intent => {
  const { jobId, epoch, request } = job;
  return importIntent(dependencies, { jobId, correlationId }, `${step} in epoch ${epoch}`, request.createdBy);
};

/** How many calls of the object store run concurrently. */
export const CONCURRENCY = 64;

/** The key prefix of everything that a job stores outside the storage root. */
export const stagingPrefix = ({ staging }: Dependencies['places'], jobId: string): string =>
  `${staging.prefix}imports/${jobId}/`;

/**
 * What a job's first attempt found at its origins. It is kept after the job is published: a late attempt, paused
 * before, must still find it, since from a changed origin it could put other bytes under a key of the version.
 */
export const originsKey = (places: Dependencies['places'], jobId: string): string =>
  `${stagingPrefix(places, jobId)}origins.ndjson`;

/** The repository path of a resource of the group. */
export const pathIn = (group: RepositoryPath, path: string): RepositoryPath => `${group}/${path}`;

/** The number of the version that the job makes. */
export const versionOf = ({ base }: Pick<Attempt, 'base'>): number => (base?.version ?? 0) + 1;

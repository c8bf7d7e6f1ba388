import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';

type LedgerFact = RecordedFact<ArchivalGroupFact>;

/** What ended jobs may have left, from the facts of ledgers in the order of the log. */
export interface UnsweptImports {
  /** The next fact. */
  observe(fact: LedgerFact): void;
  /** Ends of imports, a sweep after each of which removes all that is left. */
  ends(): readonly LedgerFact[];
}

/** Which jobs have something outside the storage root, and whether that is more than what they found at their origins. */
export type StagedJobs = ReadonlyMap<string, { readonly onlyOrigins: boolean }>;

/** What lies in the stores. */
export interface StoredByJobs {
  readonly staged: StagedJobs;
  /** Whether uploads in parts are unfinished below a version. */
  readonly hasUploads: (group: RepositoryPath, version: number) => boolean;
}

const versionKey = (path: string, version: number): string => `${version} ${path}`;

/**
 * An abandoned job has left what it staged, and, if it had begun content, keys of its version, of which one sweep
 * removes those of all jobs. A published one has left what it staged, and uploads of an earlier worker; what it found at its
 * origins is kept (`sweep.ts`).
 */
export const unsweptImports = ({ staged, hasUploads }: StoredByJobs): UnsweptImports => {
  /** The versions of live jobs that have begun content. */
  const begun = new Map<string, number>();
  /** For each version of which a job may have left keys or uploads, the last end of a job for it. */
  const versions = new Map<string, LedgerFact>();
  const jobs: LedgerFact[] = [];

  const abandoned = (fact: Extract<LedgerFact, { type: 'ImportAbandoned' }>): void => {
    const { jobId, path } = fact.data;
    const version = begun.get(jobId);
    begun.delete(jobId);
    if (version !== undefined) versions.set(versionKey(path, version), fact);
    if (staged.has(jobId)) jobs.push(fact);
  };
  const published = (fact: Extract<LedgerFact, { type: 'VersionPublished' }>): void => {
    const { jobId, path, version } = fact.data;
    begun.delete(jobId);
    const key = versionKey(path, version);
    if (versions.has(key) || hasUploads(path, version)) versions.set(key, fact);
    if (staged.get(jobId)?.onlyOrigins === false) jobs.push(fact);
  };
  return {
    observe(fact) {
      if (fact.type === 'ImportContentBegun') begun.set(fact.data.jobId, fact.data.version);
      else if (fact.type === 'ImportAbandoned') abandoned(fact);
      else if (fact.type === 'VersionPublished') published(fact);
    },
    ends: () => [...new Set([...versions.values(), ...jobs])],
  };
};

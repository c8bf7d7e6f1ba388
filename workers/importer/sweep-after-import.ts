import { contentBegunBy } from '../../commands/debris/content-writers.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { Log } from '../log.js';
import { sweepAbandonedStaging, sweepPublishedStaging, sweepVersion, type PublishedImport } from './sweep.js';

type AbandonedImport = Pick<PublishedImport, 'path' | 'jobId'>;
type SweepLog = Pick<Log, 'info' | 'warn'>;

const sweepContent = async (
  dependencies: Dependencies,
  { group, version }: { readonly group: RepositoryPath; readonly version: number },
  log: SweepLog,
): Promise<void> => {
  const { removed, kept } = await sweepVersion(dependencies, group, version);
  const fields = { group, version };
  if (removed > 0) log.info('Keys of import jobs that have ended were removed', { ...fields, removed });
  if (kept !== null) log.warn('Keys that import jobs may have left are kept', { ...fields, reason: kept });
};

/** Removes all that an abandoned job has left; below the object only where the job recorded that it would write. */
export const sweepAbandoned = async (
  dependencies: Dependencies,
  { path, jobId }: AbandonedImport,
  log: SweepLog,
): Promise<void> => {
  await sweepAbandonedStaging(dependencies, jobId);
  const version = await contentBegunBy(dependencies.events, path, jobId);
  if (version !== null) await sweepContent(dependencies, { group: path, version }, log);
};

/** Removes what a published job stored outside the storage root, and what other jobs have left of its version. */
export const sweepPublished = async (
  dependencies: Dependencies,
  published: PublishedImport,
  log: SweepLog,
): Promise<void> => {
  await sweepPublishedStaging(dependencies, published);
  await sweepContent(dependencies, { group: published.path, version: published.version }, log);
};

/** Sweeps after the fact of a ledger that ends an import; ignores other facts. */
export const sweepAfterImport = async (
  dependencies: Dependencies,
  fact: ArchivalGroupFact,
  log: SweepLog,
): Promise<void> => {
  if (fact.type === 'ImportAbandoned') await sweepAbandoned(dependencies, fact.data, log);
  if (fact.type === 'VersionPublished') await sweepPublished(dependencies, fact.data, log);
};

import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { DocumentStore } from '../../projections/documents.js';
import { countedViews } from '../../projections/read-models.js';
import type { AuditDependencies } from './audit-dependencies.js';
import type { AuditFinding, OwnCode } from './audit-finding.js';
import { auditGroup, isThere } from './audit-group.js';
import { auditRepository } from './audit-repository.js';
import { auditViews } from './audit-views.js';

/** What an audit of everything uses besides. */
export interface AllAudited extends AuditDependencies {
  /** Tells of files whose names were lost; null where there are none. */
  readonly lostNames: string | null;
  /** Opens the read models; null where this process cannot reach any. Rejects with the port's faults. */
  readonly documents: () => Promise<DocumentStore | null>;
}

const lostNamesFinding = (message: string): AuditFinding => ({
  ...{ code: 'names-lost' satisfies OwnCode, group: null, key: '-' },
  ...{ message: `${message}.`, expected: null, found: null },
});

/**
 * Checks the whole repository, and the read models. Answers the read models that could not be compared with the log.
 * Rejects with the faults of the ports.
 */
export const auditAll = async (dependencies: AllAudited): Promise<readonly string[]> => {
  const { events, report, lostNames } = dependencies;
  if (lostNames !== null) report.found([lostNamesFinding(lostNames)]);
  await auditRepository(dependencies);
  const documents = await dependencies.documents();
  return documents === null ? [] : auditViews({ views: countedViews, events, documents, report });
};

/** Checks one archival group; false for one that has neither a ledger nor an object. */
export const auditKnownGroup = async (dependencies: AuditDependencies, group: RepositoryPath): Promise<boolean> => {
  if ((await readLedger(dependencies.events, group)).length === 0 && !(await isThere(dependencies, group)))
    return false;
  await auditGroup(dependencies, group);
  return true;
};

import type { JobReportLine, PlatformJobRequest, PlatformJobSummary } from '../../events/platform-job.js';
import { watchedReader } from '../../formats/ocfl/storage-root/watched-reader.js';
import { escapePath } from '../../formats/paths/repository-path.js';
import { toldReading, type JobOutput } from '../job-output.js';
import { auditAll, auditKnownGroup, type AllAudited } from './audit-all.js';
import { countedAudit } from './audit-counts.js';
import type { AuditFinding } from './audit-finding.js';

type AuditRequest = Extract<PlatformJobRequest, { kind: 'audit' }>['parameters'];

const lineOf = ({ group, key, ...finding }: AuditFinding): JobReportLine => ({
  ...finding,
  archivalGroup: group,
  key: key === '-' ? null : key,
});

/**
 * Carries out an audit as a job: every finding is a failure. Stops with the reason of the signal. Rejects with the
 * faults of the ports.
 */
export const workAudit = async (
  dependencies: Omit<AllAudited, 'quick' | 'report'>,
  { archivalGroup, quick }: AuditRequest,
  output: JobOutput,
  signal: AbortSignal,
): Promise<PlatformJobSummary> => {
  const { listener, counts } = countedAudit({
    found: (finding) => {
      signal.throwIfAborted();
      output.failure(lineOf(finding));
    },
    counted: () => signal.throwIfAborted(),
  });
  const storageRoot = watchedReader(dependencies.storageRoot, toldReading(output, signal));
  const auditing = { ...dependencies, storageRoot, quick, report: listener };
  let viewsNotCompared = 0;
  if (archivalGroup === null) viewsNotCompared = (await auditAll(auditing)).length;
  else if (!(await auditKnownGroup(auditing, archivalGroup))) output.failure(unknown(archivalGroup));
  return { ...counts(), viewsNotCompared };
};

const unknown = (archivalGroup: string): JobReportLine => ({
  ...{ code: 'resource-not-found', archivalGroup, key: null, expected: null, found: null },
  message: `There is no archival group ${escapePath(archivalGroup)}.`,
});

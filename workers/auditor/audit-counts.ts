import type { AuditListener } from './audit-dependencies.js';
import type { AuditFinding } from './audit-finding.js';

/** The counts of an audit. */
export interface AuditCounts {
  readonly objects: number;
  readonly versions: number;
  readonly files: number;
  readonly bytesRead: number;
  readonly inProgress: number;
  readonly findings: number;
}

/** Who is told of each finding, and of the counts after each object. */
interface AuditTold {
  readonly found: (finding: AuditFinding) => void;
  readonly counted: (counts: AuditCounts) => void;
}

/** Counts what an audit reports. */
export const countedAudit = ({
  found: tell,
  counted,
}: AuditTold): { readonly listener: AuditListener; readonly counts: () => AuditCounts } => {
  const counts = { objects: 0, versions: 0, files: 0, bytesRead: 0, inProgress: 0, findings: 0 };
  return {
    counts: () => ({ ...counts }),
    listener: {
      found(findings) {
        counts.findings += findings.length;
        for (const finding of findings) tell(finding);
      },
      checked({ versions, files, bytesRead, inProgress }) {
        if (files > 0) counts.objects += 1;
        counts.versions += versions;
        counts.files += files;
        counts.bytesRead += bytesRead;
        if (inProgress) counts.inProgress += 1;
        counted(counts);
      },
    },
  };
};

import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { ExportAbandonReason, ExportFact } from '../../events/export.js';
import { versionNumber } from '../../formats/ocfl/version-name.js';
import { asked, changed, claimed, ended, failed, type JobTouches } from './job-changes.js';
import { MOST_ERRORS, type JobDocument } from './job-document.js';

const abandoned = ({ archivalGroup }: JobDocument, reason: ExportAbandonReason, cancelledBy: string | null): string => {
  switch (reason) {
    case 'version-not-found':
      return `${archivalGroup} has no such version. Ask for a version that it has, or for none to export the newest.`;
    case 'deposit-deleted':
      return 'The deposit was deleted before all files had been copied to it.';
    case 'cancelled':
      return `Cancelled by ${cancelledBy ?? 'an agent'}.`;
  }
};

/** Exports: asked for and ended on their own stream, claimed in the ledger of their group. */
export const exportTouches: JobTouches<ExportFact | ArchivalGroupFact> = {
  ExportJobQueued: ({
    exportId: jobId,
    archivalGroup,
    depositId,
    sourceVersion,
    by: agent,
    at: submitted,
    retryOf = null,
  }) => {
    const version = versionNumber(sourceVersion ?? '');
    return asked({ jobId, kind: 'export', agent, submitted, depositId, archivalGroup, version, retryOf });
  },
  ExportStarted: ({ exportId, ...claim }) => claimed(exportId, claim, 'copy'),
  ExportLeaseReassigned: ({ exportId, ...claim }) => claimed(exportId, claim, 'copy'),
  ExportFailuresRecorded: ({ exportId, epoch, failures, at }) =>
    changed(exportId, at, (doc) =>
      doc.epoch === epoch
        ? {
            errors: [...doc.errors, ...failures].slice(0, MOST_ERRORS),
            failures: doc.failures + failures.length,
          }
        : {},
    ),
  ExportJobCompleted: ({ exportId, files, failures, at }) =>
    changed(exportId, at, () => ended(at, failures, { files })),
  ExportJobAbandoned: ({ exportId, reason, cancelledBy = null, at }) =>
    changed(exportId, at, (doc) =>
      failed(at, [{ path: null, message: abandoned(doc, reason, cancelledBy) }], { cancelledBy }),
    ),
};

import type { ArchivalGroupFact, DepositReleaseReason } from '../../../../events/archival-group.js';
import type { SteeringFact } from '../../../../events/steering.js';
import type { Sentences } from '../sentences.js';
import { afterColon } from '../listed.js';
import { counted, tally } from './counted.js';

const REASONS: Readonly<Record<DepositReleaseReason, string>> = {
  preserved: 'it was preserved',
  'import-failed': 'its import failed',
  deactivated: 'it was deactivated',
  deleted: 'it was deleted',
  reassigned: 'it was assigned to another archival group',
  declined: 'it was not taken',
};

const filesOf = ({ files }: { readonly files: number }): string =>
  files === 0 ? ', without files' : `: ${counted(files, 'file')}`;

/** What happened to an archival group. */
export const groupSentences: Sentences<Exclude<ArchivalGroupFact, SteeringFact>> = {
  DepositAdmitted: ({ depositId }, by) => `${by} made deposit ${depositId} the active one.`,
  DepositReleased: ({ depositId, reason }) => `Deposit ${depositId} is no longer the active one: ${REASONS[reason]}.`,
  ImportAdmitted: ({ jobId, plan }, by) =>
    `${by} asked for import job ${jobId}${plan.entries === 0 ? '' : ` with ${counted(plan.entries, 'operation')}`}.`,
  ImportAdmissionReleased: ({ jobId }) => `Import job ${jobId} was withdrawn before it began.`,
  ImportStarted: ({ jobId, baseVersion }) =>
    baseVersion === 0 ? `Import job ${jobId} began.` : `Import job ${jobId} began on version v${baseVersion}.`,
  ImportContentBegun: ({ jobId, version }) => `Import job ${jobId} began to write the content of v${version}.`,
  ImportLeaseReassigned: ({ jobId }) => `Another worker continued import job ${jobId}.`,
  VersionCommitDecided: ({ version, totals, by }) =>
    `${by} made version v${version}${filesOf(totals)}${totals.addedFiles === 0 ? '' : `, ${totals.addedFiles} of them new`}.`,
  VersionPublished: ({ version }) => `Version v${version} was published.`,
  VersionAdopted: ({ version, totals }, by) => `${by} adopted version v${version} from the store${filesOf(totals)}.`,
  ImportAbandoned: ({ jobId, errors, cancelledBy }) =>
    cancelledBy === undefined
      ? `Import job ${jobId} failed${errors.length === 0 ? '' : ` with ${counted(errors.length, 'error')}`}.`
      : `${cancelledBy} cancelled import job ${jobId}.`,
  ExportRequested: ({ exportId, version, depositId }, by) =>
    `${by} asked for export ${exportId} of version v${version}${depositId === null ? '' : ` into deposit ${depositId}`}.`,
  ExportStarted: ({ exportId }) => `Export ${exportId} began.`,
  ExportLeaseReassigned: ({ exportId }) => `Another worker continued export ${exportId}.`,
  ExportFinished: ({ exportId, files, failures }) =>
    `Export ${exportId} ended${afterColon(tally('file', [files, 'copied'], [failures, files > 0 ? 'not' : 'not copied']))}.`,
  ExportAbandoned: ({ exportId, cancelledBy }) =>
    cancelledBy === undefined ? `Export ${exportId} was given up.` : `${cancelledBy} cancelled export ${exportId}.`,
};

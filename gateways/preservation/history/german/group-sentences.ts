import type { ArchivalGroupFact, DepositReleaseReason } from '../../../../events/archival-group.js';
import type { SteeringFact } from '../../../../events/steering.js';
import type { Sentences } from '../sentences.js';
import { afterColon } from '../listed.js';
import { counted, countedInDative, tally } from './counted.js';

const REASONS: Readonly<Record<DepositReleaseReason, string>> = {
  preserved: 'sie wurde archiviert',
  'import-failed': 'ihr Import ist gescheitert',
  deactivated: 'sie wurde abgeschlossen',
  deleted: 'sie wurde gelöscht',
  reassigned: 'sie wurde einer anderen Archivgruppe zugeordnet',
  declined: 'sie wurde nicht angenommen',
};

const filesOf = ({ files }: { readonly files: number }): string =>
  files === 0 ? ', ohne Dateien' : `: ${counted(files, 'file')}`;

/** What happened to an archival group. */
export const groupSentences: Sentences<Exclude<ArchivalGroupFact, SteeringFact>> = {
  DepositAdmitted: ({ depositId }, by) => `${by} hat die Einlieferung ${depositId} zur aktiven gemacht.`,
  DepositReleased: ({ depositId, reason }) =>
    `Die Einlieferung ${depositId} ist nicht mehr die aktive: ${REASONS[reason]}.`,
  ImportAdmitted: ({ jobId, plan }, by) =>
    `${by} hat den Import ${jobId}${plan.entries === 0 ? '' : ` mit ${countedInDative(plan.entries, 'change')}`} verlangt.`,
  ImportAdmissionReleased: ({ jobId }) => `Der Import ${jobId} wurde zurückgezogen, bevor er begann.`,
  ImportStarted: ({ jobId, baseVersion }) =>
    baseVersion === 0
      ? `Der Import ${jobId} hat begonnen.`
      : `Der Import ${jobId} hat auf der Version v${baseVersion} begonnen.`,
  ImportContentBegun: ({ jobId, version }) => `Der Import ${jobId} schreibt nun den Inhalt von v${version}.`,
  ImportLeaseReassigned: ({ jobId }) => `Ein anderer Prozess hat den Import ${jobId} fortgesetzt.`,
  VersionCommitDecided: ({ version, totals, by }) =>
    `${by} hat die Version v${version} gemacht${filesOf(totals)}${totals.addedFiles === 0 ? '' : `, davon ${totals.addedFiles} neu`}.`,
  VersionPublished: ({ version }) => `Die Version v${version} ist erschienen.`,
  VersionAdopted: ({ version, totals }, by) =>
    `${by} hat die Version v${version} aus dem Speicher übernommen${filesOf(totals)}.`,
  ImportAbandoned: ({ jobId, errors, cancelledBy }) =>
    cancelledBy === undefined
      ? `Der Import ${jobId} ist ${errors.length === 0 ? '' : `mit ${countedInDative(errors.length, 'error')} `}gescheitert.`
      : `${cancelledBy} hat den Import ${jobId} abgebrochen.`,
  ExportRequested: ({ exportId, version, depositId }, by) =>
    `${by} hat den Export ${exportId} der Version v${version}` +
    `${depositId === null ? '' : ` in die Einlieferung ${depositId}`} verlangt.`,
  ExportStarted: ({ exportId }) => `Der Export ${exportId} hat begonnen.`,
  ExportLeaseReassigned: ({ exportId }) => `Ein anderer Prozess hat den Export ${exportId} fortgesetzt.`,
  ExportFinished: ({ exportId, files, failures }) =>
    `Der Export ${exportId} ist zu Ende${afterColon(tally('file', [files, 'kopiert'], [failures, files > 0 ? 'nicht' : 'nicht kopiert']))}.`,
  ExportAbandoned: ({ exportId, cancelledBy }) =>
    cancelledBy === undefined
      ? `Der Export ${exportId} wurde aufgegeben.`
      : `${cancelledBy} hat den Export ${exportId} abgebrochen.`,
};

import type { DepositFact } from '../../../../events/deposit.js';
import type { DescriptionChanges, DescriptionField } from '../../../../events/deposit-description.js';
import type { PipelineCounts } from '../../../../events/pipeline-run.js';
import type { SteeringFact } from '../../../../events/steering.js';
import type { Sentences } from '../sentences.js';
import { afterColon } from '../listed.js';
import { counted, tally } from './counted.js';

/** The first message of several, and how many more there are. */
const firstOf = ([first, ...others]: readonly { readonly message: string }[]): string =>
  `${first?.message ?? ''}${others.length === 0 ? '' : ` (und ${counted(others.length, 'moreErrors')})`}`;

const foundBy = ({ identified, unidentified, infected, failed, notScanned }: PipelineCounts): string =>
  tally(
    'file',
    [identified, 'erkannt'],
    [unidentified, identified > 0 ? 'nicht' : 'nicht erkannt'],
    [infected, 'infiziert'],
    [failed, 'nicht lesbar'],
    [notScanned?.files ?? 0, 'nicht auf Viren geprüft'],
  );

/** The end of a lock as a further sentence. */
const unlocked = (released: string | null): string =>
  released === null ? '' : ` Die Sperre von ${released} ist zu Ende.`;

/** How a field of the description is told of that was changed. */
const FIELD_WORDS: Readonly<Record<DescriptionField, (text: string) => string>> = {
  archivalGroupName: (text) => `den Namen der Archivgruppe auf „${text}“`,
  submissionText: () => 'die Notiz',
};

const changedIn = (changes: DescriptionChanges): string => {
  const fields = Object.keys(FIELD_WORDS) as DescriptionField[];
  const words = fields.flatMap((field) => {
    const text = changes[field];
    return text === undefined ? [] : [FIELD_WORDS[field](text)];
  });
  return words.length === 0 ? 'die Beschreibung' : words.join(' und ');
};

/** What happened to a deposit. */
export const depositSentences: Sentences<Exclude<DepositFact, SteeringFact>> = {
  DepositCreated: ({ archivalGroup }, by) =>
    `${by} hat die Einlieferung${archivalGroup === null ? '' : ` für ${archivalGroup}`} angelegt.`,
  DepositWorkspacePrepared: ({ metsETag }) =>
    metsETag === null ? 'Der Arbeitsbereich ist bereit.' : 'Der Arbeitsbereich ist bereit, mit einer METS-Datei.',
  DepositDescribed: (data, by) => `${by} hat ${changedIn(data)} geändert.`,
  DepositArchivalGroupAssigned: ({ archivalGroup, previous }, by) =>
    `${by} hat die Einlieferung ${archivalGroup}${previous === null ? '' : ` statt ${previous}`} zugeordnet.`,
  DepositAdmissionDeclined: ({ archivalGroup, detail }) =>
    `Die Einlieferung wurde für ${archivalGroup} nicht angenommen: ${detail}`,
  DepositLocked: (_data, by) => `${by} hat die Einlieferung gesperrt.`,
  DepositLockSeized: ({ from }, by) => `${by} hat die Sperre von ${from} übernommen.`,
  DepositUnlocked: ({ from }, by) =>
    from === by ? `${by} hat die Einlieferung freigegeben.` : `${by} hat die Sperre von ${from} beendet.`,
  DepositActivated: (_data, by) => `${by} hat die Einlieferung wieder zur Arbeit geöffnet.`,
  DepositDeactivated: (_data, by) => `${by} hat die Einlieferung abgeschlossen.`,
  MetsRevised: ({ recorded, removed }, by) =>
    `${by} hat die METS-Datei geändert${afterColon(tally('path', [recorded, 'verzeichnet'], [removed, 'herausgenommen']))}.`,
  DepositFilesDeleted: ({ paths }, by) =>
    paths.length === 0
      ? `${by} hat Dateien oder Ordner des Arbeitsbereichs gelöscht.`
      : `${by} hat ${counted(paths.length, 'file')} des Bags gelöscht.`,
  ImportJobAccepted: ({ jobId }, by) => `${by} hat den Import ${jobId} gestartet.`,
  ImportJobDeclined: ({ jobId, detail }) => `Der Import ${jobId} wurde abgelehnt: ${detail}`,
  ImportJobSettled: ({ jobId, outcome }) =>
    outcome === 'completed' ? `Der Import ${jobId} ist fertig.` : `Der Import ${jobId} ist mit Fehlern zu Ende.`,
  DepositPreserved: ({ version }) => `Die Einlieferung wurde als Version ${version} archiviert.`,
  DepositImportFailed: ({ jobId }) =>
    `Die Einlieferung wurde nicht archiviert, weil der Import ${jobId} gescheitert ist.`,
  DepositExportStarted: ({ version }, by) => `${by} hat die Version ${version} in die Einlieferung exportieren lassen.`,
  DepositFilesArrived: ({ failures }) =>
    failures === 0
      ? 'Die exportierten Dateien sind da.'
      : `Die exportierten Dateien sind da, ohne ${counted(failures, 'file')}.`,
  DepositArchivingBegun: (_data, by) => `${by} hat die Einlieferung räumen lassen.`,
  DepositArchivingClaimed: ({ jobId, epoch }) =>
    epoch === 1 ? `Die Räumung ${jobId} hat begonnen.` : `Ein anderer Prozess hat die Räumung ${jobId} fortgesetzt.`,
  DepositArchivingVerified: ({ files, version }) =>
    files === 0
      ? 'Der Arbeitsbereich hatte keine Dateien.'
      : `${counted(files, 'file')} des Arbeitsbereichs ${files === 1 ? 'liegt' : 'liegen'} in der Version ${version}.`,
  DepositArchivingFailed: ({ errors, cancelledBy }) =>
    cancelledBy === undefined
      ? `Die Einlieferung wurde nicht geräumt: ${firstOf(errors)}`
      : `${cancelledBy} hat die Räumung der Einlieferung abgebrochen.`,
  ArchiveJobReported: ({ removed, errors }, by) =>
    errors.length === 0
      ? `${by} hat gemeldet, dass ein Archivierungsprogramm ${removed === 0 ? 'keine Datei' : counted(removed, 'file')} entfernt hat.`
      : `${by} hat gemeldet, dass ein Archivierungsprogramm gescheitert ist: ${firstOf(errors)}`,
  DepositArchived: ({ removed }) =>
    `Die Einlieferung wurde geräumt${afterColon(tally('file', [removed, 'aus ihrem Arbeitsbereich entfernt']))}.`,
  PipelineRunQueued: ({ runId }, by) => `${by} hat den Lauf ${runId} der Prüfwerkzeuge verlangt.`,
  PipelineRunClaimed: ({ runId, epoch }) =>
    epoch === 1 ? `Der Lauf ${runId} hat begonnen.` : `Ein anderer Prozess hat den Lauf ${runId} fortgesetzt.`,
  PipelineMetadataCreated: ({ runId }) => `Der Lauf ${runId} hat die Ausgaben der Prüfwerkzeuge abgelegt.`,
  PipelineRunCompleted: ({ runId, counts, released }) =>
    `Der Lauf ${runId} ist fertig${counts === null ? '' : afterColon(foundBy(counts))}.${unlocked(released)}`,
  PipelineRunFailed: ({ runId, errors, released }) =>
    `Der Lauf ${runId} ist gescheitert: ${errors}${unlocked(released)}`,
  PipelineRunForceCompleted: ({ runId, errors, released }, by) =>
    `${by} hat den Lauf ${runId} beendet${errors === null ? '.' : `: ${errors}`}${unlocked(released)}`,
  DepositDeleted: (_data, by) => `${by} hat die Einlieferung gelöscht.`,
  DepositWorkspaceEmptied: () => 'Der Arbeitsbereich wurde geleert.',
};

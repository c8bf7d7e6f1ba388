import type { DepositFact } from '../../../../events/deposit.js';
import type { DescriptionChanges, DescriptionField } from '../../../../events/deposit-description.js';
import type { PipelineCounts } from '../../../../events/pipeline-run.js';
import type { SteeringFact } from '../../../../events/steering.js';
import type { Sentences } from '../sentences.js';
import { afterColon } from '../listed.js';
import { counted, tally } from './counted.js';

const groupOf = (path: string | null): string => (path === null ? '' : ` for ${path}`);

/** The first message of several, and how many more there are. */
const firstOf = ([first, ...others]: readonly { readonly message: string }[]): string =>
  `${first?.message ?? ''}${others.length === 0 ? '' : ` (and ${counted(others.length, 'more error')})`}`;

const foundBy = ({ identified, unidentified, infected, failed, notScanned }: PipelineCounts): string =>
  tally(
    'file',
    [identified, 'identified'],
    [unidentified, identified > 0 ? 'not' : 'not identified'],
    [infected, 'infected'],
    [failed, 'failed'],
    [notScanned?.files ?? 0, 'not scanned for viruses'],
  );

/** The end of a lock as a further sentence. */
const unlocked = (released: string | null): string => (released === null ? '' : ` The lock of ${released} ended.`);

/** How a field of the description is told of that was changed. */
const FIELD_WORDS: Readonly<Record<DescriptionField, (text: string) => string>> = {
  archivalGroupName: (text) => `the name of the archival group to ${JSON.stringify(text)}`,
  submissionText: () => 'the submission text',
};

const changedIn = (changes: DescriptionChanges): string => {
  const fields = Object.keys(FIELD_WORDS) as DescriptionField[];
  const words = fields.flatMap((field) => {
    const text = changes[field];
    return text === undefined ? [] : [FIELD_WORDS[field](text)];
  });
  return words.length === 0 ? 'the description' : words.join(' and ');
};

/** What happened to a deposit. */
export const depositSentences: Sentences<Exclude<DepositFact, SteeringFact>> = {
  DepositCreated: ({ archivalGroup }, by) => `${by} created the deposit${groupOf(archivalGroup)}.`,
  DepositWorkspacePrepared: ({ metsETag }) =>
    metsETag === null ? 'The workspace was prepared.' : 'The workspace was prepared, with a METS file.',
  DepositDescribed: (data, by) => `${by} changed ${changedIn(data)}.`,
  DepositArchivalGroupAssigned: ({ archivalGroup, previous }, by) =>
    `${by} assigned the deposit to ${archivalGroup}${previous === null ? '' : ` instead of ${previous}`}.`,
  DepositAdmissionDeclined: ({ archivalGroup, detail }) => `The deposit was not taken for ${archivalGroup}: ${detail}`,
  DepositLocked: (_data, by) => `${by} locked the deposit.`,
  DepositLockSeized: ({ from }, by) => `${by} took the lock from ${from}.`,
  DepositUnlocked: ({ from }, by) => (from === by ? `${by} unlocked the deposit.` : `${by} ended the lock of ${from}.`),
  DepositActivated: (_data, by) => `${by} activated the deposit.`,
  DepositDeactivated: (_data, by) => `${by} deactivated the deposit.`,
  MetsRevised: ({ recorded, removed }, by) =>
    `${by} changed the METS file${afterColon(tally('path', [recorded, 'recorded'], [removed, 'removed']))}.`,
  DepositFilesDeleted: ({ paths }, by) =>
    paths.length === 0
      ? `${by} deleted files or folders of the workspace.`
      : `${by} deleted ${counted(paths.length, 'file')} of the bag.`,
  ImportJobAccepted: ({ jobId }, by) => `${by} started import job ${jobId}.`,
  ImportJobDeclined: ({ jobId, detail }) => `Import job ${jobId} was refused: ${detail}`,
  ImportJobSettled: ({ jobId, outcome }) =>
    outcome === 'completed' ? `Import job ${jobId} was completed.` : `Import job ${jobId} ended with errors.`,
  DepositPreserved: ({ version }) => `The deposit was preserved as version ${version}.`,
  DepositImportFailed: ({ jobId }) => `The deposit was not preserved, since import job ${jobId} failed.`,
  DepositExportStarted: ({ version }, by) => `${by} had version ${version} exported into the deposit.`,
  DepositFilesArrived: ({ failures }) =>
    failures === 0
      ? 'The exported files arrived.'
      : `The exported files arrived, without ${counted(failures, 'file')}.`,
  DepositArchivingBegun: (_data, by) => `${by} had the deposit archived.`,
  DepositArchivingClaimed: ({ jobId, epoch }) =>
    epoch === 1 ? `Archive job ${jobId} began.` : `Another worker continued archive job ${jobId}.`,
  DepositArchivingVerified: ({ files, version }) =>
    files === 0
      ? 'The workspace had no files.'
      : `${counted(files, 'file')} of the workspace ${files === 1 ? 'was' : 'were'} found in version ${version}.`,
  DepositArchivingFailed: ({ errors, cancelledBy }) =>
    cancelledBy === undefined
      ? `The deposit was not archived: ${firstOf(errors)}`
      : `${cancelledBy} cancelled the archiving of the deposit.`,
  ArchiveJobReported: ({ removed, errors }, by) =>
    errors.length === 0
      ? `${by} reported that an archiver removed ${removed === 0 ? 'no file' : counted(removed, 'file')}.`
      : `${by} reported that an archiver failed: ${firstOf(errors)}`,
  DepositArchived: ({ removed }) =>
    `The deposit was archived${afterColon(tally('file', [removed, 'removed from its workspace']))}.`,
  PipelineRunQueued: ({ runId }, by) => `${by} asked for pipeline run ${runId}.`,
  PipelineRunClaimed: ({ runId, epoch }) =>
    epoch === 1 ? `Pipeline run ${runId} began.` : `Another worker continued pipeline run ${runId}.`,
  PipelineMetadataCreated: ({ runId }) => `Pipeline run ${runId} stored the output of its tools.`,
  PipelineRunCompleted: ({ runId, counts, released }) =>
    `Pipeline run ${runId} was completed${counts === null ? '' : afterColon(foundBy(counts))}.${unlocked(released)}`,
  PipelineRunFailed: ({ runId, errors, released }) => `Pipeline run ${runId} failed: ${errors}${unlocked(released)}`,
  PipelineRunForceCompleted: ({ runId, errors, released }, by) =>
    `${by} ended pipeline run ${runId}${errors === null ? '.' : `: ${errors}`}${unlocked(released)}`,
  DepositDeleted: (_data, by) => `${by} deleted the deposit.`,
  DepositWorkspaceEmptied: () => 'The workspace was emptied.',
};

import { killAt, type KillPoint } from '../support/processes/kill-point.js';
import { ARCHIVED, DECIDED, NEW_GROUP, PUBLISHED, SETTLED, SUBMITTED, WRITTEN } from '../support/processes/steps.js';

/** The steps of an import and of all around it, as the platform's own calls of its stores are named. */
const STEPS = [
  'append ContainerCreated',
  'append DepositAdmitted',
  'append DepositCreated',
  'append DepositWorkspacePrepared',
  ...SUBMITTED,
  'append ImportLeaseReassigned',
  NEW_GROUP.reserved,
  'stage origins.ndjson',
  ...WRITTEN,
  ...DECIDED,
  NEW_GROUP.declared,
  ...PUBLISHED,
  NEW_GROUP.confirmed,
  ...SETTLED,
  'append ImportAbandoned',
  'append ChildReleased',
  'append ImportJobFailed',
  'append ImportJobSettled and DepositImportFailed',
  'append DepositDeleted',
  'append DepositWorkspaceEmptied',
  'remove staging',
  'remove content',
  'remove from workspace',
];

/** The steps of an export, and of the deletion of its deposit. */
const EXPORT_STEPS = [
  'append DepositAdmitted and ExportRequested',
  'append DepositCreated and DepositExportStarted',
  'append ExportRequested',
  'append ExportJobQueued',
  'append ExportStarted',
  'append ExportLeaseReassigned',
  'append ExportJobStarted',
  'append ExportFinished',
  'append ExportJobCompleted',
  'append DepositFilesArrived',
  'append ExportAbandoned',
  'append ExportJobAbandoned',
  'append DepositDeleted',
  'append DepositWorkspaceEmptied',
  'copy content',
  'remove from workspace',
];

/** The steps of an archive job, and of the lock that it releases; no request tells what is removed for it. */
const ARCHIVE_STEPS = [
  'append DepositLocked',
  'append DepositUnlocked',
  ...ARCHIVED.filter((step) => step !== 'remove what is archived'),
];

/** The steps of a pipeline run: its facts, what it puts and removes, the edit of the METS, and the bag at its end. */
const PIPELINE_STEPS = [
  'append DepositLocked',
  'append PipelineRunQueued',
  'append PipelineRunOpened',
  'append PipelineRunClaimed',
  'append PipelineToolsRecorded',
  'keep view of workspace',
  'put output metadata/batchreport/',
  'put output metadata/batchreport/report.html',
  'put output metadata/virus-definition/virus-definition.txt',
  'put output data/metadata/exif/exif_output.txt',
  'remove from workspace',
  'append PipelineFindingsRecorded',
  'store findings',
  'append PipelineMetadataCreated',
  'edit METS by adding',
  'append MetsRevised by adding',
  'append MetsRevised by deleting',
  'scaffold manifest-sha256.txt',
  'scaffold tagmanifest-sha256.txt',
  'append PipelineRunCompleted',
  'append PipelineRunFailed',
  'append PipelineRunForceCompleted',
  'append PipelineRunForceCompleted and DepositDeleted',
  'append DepositWorkspaceEmptied',
];

const bothMoments = (steps: readonly string[]): KillPoint[] =>
  steps.flatMap((step) => [killAt(step, 'before'), killAt(step, 'after')]);

/** Each step, with the moments at which a process may die of it. */
export const KILL_POINTS: readonly KillPoint[] = bothMoments(STEPS);
export const EXPORT_KILL_POINTS: readonly KillPoint[] = bothMoments([...EXPORT_STEPS, ...ARCHIVE_STEPS]);
export const PIPELINE_KILL_POINTS: readonly KillPoint[] = bothMoments(PIPELINE_STEPS);

/** Kill points of several kinds of work, each of them once. */
export const pointsOnce = (points: readonly KillPoint[]): KillPoint[] => [
  ...new Map(points.map((point) => [`${point.moment} ${point.step}`, point])).values(),
];

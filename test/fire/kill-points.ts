import type { KillPoint } from '../support/main-job/lines.js';

/** The steps of an import and of all around it, as the platform's own calls of its stores are named. */
const STEPS = [
  'append ContainerCreated',
  'append DepositAdmitted',
  'append DepositCreated',
  'append DepositWorkspacePrepared',
  'append ImportPlanPageRecorded',
  'append ImportPlanSealed',
  'append ImportAdmitted',
  'append ImportJobAccepted',
  'append ImportJobQueued',
  'append ImportStarted',
  'append ImportJobStarted',
  'append ImportLeaseReassigned',
  'append ChildReserved of archivalGroup',
  'stage origins.json',
  'copy content',
  'put version content/.muniment/state.ndjson',
  'stage inventory.json',
  'append VersionCommitDecided',
  'put version inventory.json',
  'put version inventory.json.sha256',
  'put 0=ocfl_object_1.1',
  'put inventory.json',
  'put inventory.json.sha256',
  'append VersionPublished',
  'append ChildConfirmed',
  'append ImportJobCompleted',
  'append DepositReleased',
  'append ImportJobSettled and DepositPreserved',
  'append ImportAbandoned',
  'append ChildReleased',
  'append ImportJobFailed',
  'append ImportJobSettled and DepositImportFailed',
  'append DepositDeleted',
  'append DepositWorkspaceEmptied',
  'remove staging',
  'remove content',
  'remove from workspace',
] as const;

/** Each step, with the moments at which a process may die of it. */
export const KILL_POINTS: readonly KillPoint[] = STEPS.flatMap((step) => [
  { step, time: 1, moment: 'before' },
  { step, time: 1, moment: 'after' },
]);

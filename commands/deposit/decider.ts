import type { DepositFact } from '../../events/deposit.js';
import { isSameMillisecond } from '../../events/time.js';
import { refuse, type Decider, type Decision } from '../core/decider.js';
import { activate, assign } from './admissions.js';
import { decideOnArchiving, isArchiveCommand } from './archiving.js';
import {
  archivingRefusal,
  changedMeanwhile,
  changeRefusal,
  deactivationRefusal,
  depositNotFound,
  liveJobRefusal,
  lockedByOther,
  callerRefusal,
  importable,
} from './checks.js';
import type {
  AcceptImportJob,
  ArchiveCommand,
  CreateDeposit,
  DeactivateDeposit,
  DepositCommand,
  LockDeposit,
  RecordFilesArrived,
  SettleImportJob,
  SteerDepositJob,
} from './commands.js';
import { describe } from './describe.js';
import { evolveDeposit } from './evolve.js';
import type { PipelineCommand } from './pipeline-commands.js';
import { decideOnPipeline, endByDeletion, isPipelineCommand, withoutDeposit } from './pipeline.js';
import { existing, jobsOf, type Deposit, type DepositState } from './state.js';
import { jobEnded } from '../core/steering.js';
import { steerDepositJob } from './steering.js';

type DepositDecision = Decision<DepositFact>;

const create = (command: CreateDeposit, state: DepositState): DepositDecision => {
  const { depositId, beginning, admission, exported, by, at } = command;
  if (state.status !== 'absent')
    return refuse('deposit-location-exists', `The deposit file location for ${depositId} already exists.`);
  const created: DepositFact = { type: 'DepositCreated', data: { ...beginning, admission, by, at } };
  if (exported === undefined) return [created];
  return [created, { type: 'DepositExportStarted', data: { depositId, ...exported, by, at } }];
};

const deactivate = ({ depositId, admission, by, at }: DeactivateDeposit, deposit: Deposit): DepositDecision => {
  const refusal = admission === null ? deactivationRefusal(deposit) : null;
  if (refusal !== null) return refusal;
  if (!deposit.active || deposit.admission !== admission) return [];
  return [{ type: 'DepositDeactivated', data: { depositId, by, at } }];
};

const lock = ({ depositId, by, at, force, lockDate }: LockDeposit, deposit: Deposit): DepositDecision => {
  const archiving = archivingRefusal(deposit);
  if (archiving !== null) return archiving;
  const other = lockedByOther(deposit, by);
  if (other === null) return [{ type: 'DepositLocked', data: { depositId, by, at } }];
  const from = deposit.lock;
  const isMeant = lockDate === undefined || from === null || isSameMillisecond(lockDate, from.at);
  if (!force || !isMeant) return other;
  return [{ type: 'DepositLockSeized', data: { depositId, from: from?.by ?? '', by, at } }];
};

const arrive = ({ depositId, exportId, failures, by, at }: RecordFilesArrived, deposit: Deposit): DepositDecision =>
  deposit.status === 'exporting' && deposit.exported?.exportId === exportId
    ? [{ type: 'DepositFilesArrived', data: { depositId, exportId, failures, by, at } }]
    : [];

const accept = (command: AcceptImportJob, deposit: Deposit): DepositDecision => {
  const { depositId, jobId, resultId, archivalGroup, planSha256, by, at } = command;
  if (jobsOf(deposit.jobs).some((job) => job.jobId === jobId)) return [];
  const found = importable(deposit);
  const refusal = found.ok ? callerRefusal(deposit, archivalGroup, by) : found.refusal;
  if (refusal === null)
    return [{ type: 'ImportJobAccepted', data: { depositId, jobId, resultId, planSha256, by, at } }];
  const { code, detail } = refusal;
  return [{ type: 'ImportJobDeclined', data: { depositId, jobId, resultId, code, detail, at } }];
};

const settle = (
  { depositId, jobId, version, released, by, at }: SettleImportJob,
  deposit: Deposit,
): DepositDecision => {
  const job = deposit.jobs.live.find((each) => each.jobId === jobId);
  if (job === undefined) return [];
  if (deposit.admission !== released) return changedMeanwhile(depositId);
  const outcome = version === null ? 'completedWithErrors' : 'completed';
  return [
    { type: 'ImportJobSettled', data: { depositId, jobId, resultId: job.resultId, outcome, at } },
    version === null
      ? { type: 'DepositImportFailed', data: { depositId, jobId, by, at } }
      : { type: 'DepositPreserved', data: { depositId, jobId, version: `v${version}`, by, at } },
  ];
};

const remove = (
  { depositId, by, at }: Extract<DepositCommand, { type: 'DeleteDeposit' }>,
  deposit: Deposit,
): DepositDecision =>
  archivingRefusal(deposit) ??
  lockedByOther(deposit, by) ??
  liveJobRefusal(deposit) ?? [
    ...endByDeletion(deposit, { by, at }),
    { type: 'DepositDeleted', data: { depositId, by, at } },
  ];

const decideOn = (
  command: Exclude<DepositCommand, CreateDeposit | ArchiveCommand | PipelineCommand | SteerDepositJob>,
  deposit: Deposit,
): DepositDecision => {
  const { depositId, by, at } = command;
  switch (command.type) {
    case 'RecordWorkspacePrepared':
      if (deposit.prepared) return [];
      return [{ type: 'DepositWorkspacePrepared', data: { depositId, metsETag: command.metsETag, at } }];
    case 'RecordFilesArrived':
      return arrive(command, deposit);
    case 'DescribeDeposit':
      return changeRefusal(deposit, by) ?? describe(command, deposit);
    case 'AssignArchivalGroup':
      return assign(command, deposit);
    case 'LockDeposit':
      return lock(command, deposit);
    case 'UnlockDeposit':
      if (deposit.lock === null) return [];
      return [{ type: 'DepositUnlocked', data: { depositId, from: deposit.lock.by, by, at } }];
    case 'ActivateDeposit':
      return activate(command, deposit);
    case 'DeactivateDeposit':
      return deactivate(command, deposit);
    case 'RecordMets': {
      const { etag, recorded, removed } = command;
      return [{ type: 'MetsRevised', data: { depositId, etag, recorded, removed, by, at } }];
    }
    case 'RecordFilesDeleted':
      return [{ type: 'DepositFilesDeleted', data: { depositId, paths: command.paths, by, at } }];
    case 'AcceptImportJob':
      return accept(command, deposit);
    case 'SettleImportJob':
      return settle(command, deposit);
    case 'DeleteDeposit':
      return remove(command, deposit);
    case 'RecordWorkspaceEmptied':
      return [];
  }
};

/** Deposits: one stream each (preservation 2.6, 3.1). */
export const deposit: Decider<DepositState, DepositCommand, DepositFact> = {
  initial: { status: 'absent' },
  decide(command, state) {
    if (command.type === 'CreateDeposit') return create(command, state);
    const { depositId, at } = command;
    if (state.status === 'deleted' && command.type === 'RecordWorkspaceEmptied') {
      return state.emptied ? [] : [{ type: 'DepositWorkspaceEmptied', data: { depositId, at } }];
    }
    const present = existing(state);
    if (command.type === 'SteerJob')
      return present === null ? jobEnded(command.jobId) : steerDepositJob(command, present);
    if (present === null)
      return isPipelineCommand(command) ? withoutDeposit(command, state) : depositNotFound(depositId);
    if (isPipelineCommand(command)) return decideOnPipeline(command, present);
    return isArchiveCommand(command) ? decideOnArchiving(command, present) : decideOn(command, present);
  },
  evolve: evolveDeposit,
};

import type { DepositFact } from '../../events/deposit.js';
import { evolveWork, NO_WORK } from '../../events/deposit-work.js';
import { descriptionOf } from '../../events/deposit-description.js';
import type { DepositPipelineFact } from '../../events/pipeline-run.js';
import type { SteeringFact } from '../../events/steering.js';
import { GrowingList } from '../core/growing-list.js';
import { evolveSteering, isSteeringFact } from '../core/steering.js';
import { evolveArchiveJob, isArchiveFact, type ArchiveFact } from './archive-job.js';
import { evolvePipeline, isPipelineFact, NO_PIPELINE_RUNS, releasesLock } from './pipeline-run.js';
import { existing, type Deposit, type DepositJobs, type DepositState } from './state.js';

const consider = (
  considered: Deposit['considered'],
  group: string | null,
  admission: number | null,
): Deposit['considered'] =>
  group === null || admission === null ? considered : considered.appended({ group, admission });

const begun = (fact: Extract<DepositFact, { type: 'DepositCreated' }>): Deposit => {
  const { by, at, admission, ...beginning } = fact.data;
  const { archivalGroup } = beginning;
  return {
    ...beginning,
    ...descriptionOf(beginning),
    status: 'new',
    active: true,
    admission,
    considered: consider(GrowingList.empty(), archivalGroup, admission),
    lock: null,
    jobs: { ended: GrowingList.empty(), live: [] },
    prepared: false,
    openingMets: null,
    editedMets: null,
    deletedFiles: GrowingList.empty(),
    exported: null,
    preserved: null,
    archived: null,
    archiveJob: null,
    earlierArchiveJobs: GrowingList.empty(),
    pipeline: NO_PIPELINE_RUNS,
    work: evolveWork(NO_WORK, fact),
    created: at,
    createdBy: by,
    lastModified: at,
    lastModifiedBy: by,
  };
};

const modified = ({ by, at }: { readonly by: string; readonly at: string }) => ({
  lastModified: at,
  lastModifiedBy: by,
});

const endJob = (jobs: DepositJobs, jobId: string, outcome: 'completed' | 'completedWithErrors'): DepositJobs => {
  const job = jobs.live.find((each) => each.jobId === jobId);
  if (job === undefined) return jobs;
  return { ended: jobs.ended.appended({ ...job, outcome }), live: jobs.live.filter((each) => each !== job) };
};

const archive = (before: Deposit, fact: ArchiveFact): Deposit => {
  const archiveJob = evolveArchiveJob(before.archiveJob, fact);
  const { archiveJob: former, earlierArchiveJobs: earlier } = before;
  const isNext = former !== null && former.jobId !== archiveJob?.jobId;
  const deposit = { ...before, archiveJob, earlierArchiveJobs: isNext ? earlier.appended(former.jobId) : earlier };
  if (fact.type !== 'DepositArchived') return deposit;
  return { ...deposit, status: 'archived', archived: fact.data.at, lock: null };
};

type ExportedFact = Extract<DepositFact, { type: 'DepositExportStarted' | 'DepositFilesArrived' }>;

const isExportedFact = (fact: DepositFact): fact is ExportedFact =>
  fact.type === 'DepositExportStarted' || fact.type === 'DepositFilesArrived';

const receive = (deposit: Deposit, fact: ExportedFact): Deposit => {
  if (fact.type === 'DepositExportStarted') {
    const { exportId, version, by, at } = fact.data;
    return { ...deposit, status: 'exporting', exported: { exportId, version, at, by, failures: null } };
  }
  const { failures } = fact.data;
  const exported = deposit.exported === null ? null : { ...deposit.exported, failures };
  return { ...deposit, status: 'new', exported, ...modified(fact.data) };
};

const runPipeline = (deposit: Deposit, fact: DepositPipelineFact): Deposit => ({
  ...deposit,
  pipeline: evolvePipeline(deposit.pipeline, fact),
  lock: releasesLock(fact) ? null : deposit.lock,
});

type DepositSteeringFact = Extract<DepositFact, { type: SteeringFact['type'] }>;

const steer = (deposit: Deposit, fact: DepositSteeringFact): Deposit => {
  const { pipeline, archiveJob } = deposit;
  const { live } = pipeline;
  const { jobId, at: changed } = fact.data;
  if (live?.runId === jobId)
    return {
      ...deposit,
      pipeline: { ...pipeline, live: { ...live, changed, steering: evolveSteering(live.steering, fact) } },
    };
  if (archiveJob?.jobId === jobId)
    return { ...deposit, archiveJob: { ...archiveJob, steering: evolveSteering(archiveJob.steering, fact) } };
  return deposit;
};

type FilesDeletedFact = Extract<DepositFact, { type: 'DepositFilesDeleted' }>;

const withoutFiles = (deposit: Deposit, { data }: FilesDeletedFact): Deposit => ({
  ...deposit,
  deletedFiles: deposit.deletedFiles.appended({ paths: data.paths, at: data.at }),
  ...modified(data),
});

type OtherFact = Exclude<
  DepositFact,
  ArchiveFact | ExportedFact | FilesDeletedFact | DepositPipelineFact | DepositSteeringFact | { type: 'DepositCreated' }
>;

const change = (deposit: Deposit, fact: OtherFact): DepositState => {
  switch (fact.type) {
    case 'DepositWorkspacePrepared':
      return { ...deposit, prepared: true, openingMets: fact.data.metsETag };
    case 'DepositDescribed': {
      const { depositId, by, at, ...described } = fact.data;
      return { ...deposit, ...described, depositId, ...modified({ by, at }) };
    }
    case 'DepositArchivalGroupAssigned': {
      const { archivalGroup, admission } = fact.data;
      const considered = consider(deposit.considered, archivalGroup, admission);
      return { ...deposit, archivalGroup, admission, considered, ...modified(fact.data) };
    }
    case 'DepositAdmissionDeclined':
      return { ...deposit, considered: consider(deposit.considered, fact.data.archivalGroup, fact.data.admission) };
    case 'DepositLocked':
    case 'DepositLockSeized':
      return { ...deposit, lock: { by: fact.data.by, at: fact.data.at } };
    case 'DepositUnlocked':
      return { ...deposit, lock: null };
    case 'DepositActivated': {
      const { admission } = fact.data;
      const considered = consider(deposit.considered, deposit.archivalGroup, admission);
      return { ...deposit, active: true, admission, considered, ...modified(fact.data) };
    }
    case 'DepositDeactivated':
      return { ...deposit, active: false, admission: null, ...modified(fact.data) };
    case 'MetsRevised': {
      const { etag, recorded, removed, at, by } = fact.data;
      return { ...deposit, editedMets: { etag, recorded, removed, at, by }, ...modified(fact.data) };
    }
    case 'ImportJobAccepted': {
      const { jobId, resultId, by, at } = fact.data;
      const job = { jobId, resultId, acceptedAt: at, acceptedBy: by, outcome: 'live' as const };
      return { ...deposit, jobs: { ...deposit.jobs, live: [...deposit.jobs.live, job] } };
    }
    case 'ImportJobDeclined':
      return deposit;
    case 'ImportJobSettled':
      return { ...deposit, jobs: endJob(deposit.jobs, fact.data.jobId, fact.data.outcome) };
    case 'DepositPreserved': {
      const { by, at, version } = fact.data;
      const ended = { active: false, admission: null, ...modified(fact.data) };
      return { ...deposit, ...ended, status: 'preserved', preserved: { at, by, version } };
    }
    case 'DepositImportFailed':
      return { ...deposit, status: 'error', active: false, admission: null, ...modified(fact.data) };
    case 'DepositDeleted': {
      const { depositId, files, archivalGroup, admission, openingMets, exported, jobs } = deposit;
      const kept = { depositId, files, archivalGroup, admission, openingMets, exported, jobs };
      return { status: 'deleted', ...kept, emptied: false };
    }
    case 'DepositWorkspaceEmptied':
      return deposit;
  }
};

/** The deposit after a fact. */
export const evolveDeposit = (state: DepositState, fact: DepositFact): DepositState => {
  if (fact.type === 'DepositCreated') return begun(fact);
  if (state.status === 'deleted' && fact.type === 'DepositWorkspaceEmptied') return { ...state, emptied: true };
  const before = existing(state);
  if (before === null) return state;
  const deposit = { ...before, work: evolveWork(before.work, fact) };
  if (isExportedFact(fact)) return receive(deposit, fact);
  if (isPipelineFact(fact)) return runPipeline(deposit, fact);
  if (isSteeringFact(fact)) return steer(deposit, fact);
  if (fact.type === 'DepositFilesDeleted') return withoutFiles(deposit, fact);
  return isArchiveFact(fact) ? archive(deposit, fact) : change(deposit, fact);
};

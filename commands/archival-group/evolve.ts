import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { SteeringFact } from '../../events/steering.js';
import { omit } from '../core/decider.js';
import { GrowingList } from '../core/growing-list.js';
import { evolveSteering, isSteeringFact, UNSTEERED } from '../core/steering.js';
import type { Ledger, LiveExport, LiveImport } from './state.js';

type Of<Type extends ArchivalGroupFact['type']> = Extract<ArchivalGroupFact, { type: Type }>['data'];

const admit = (ledger: Ledger, { depositId, purpose, by, at }: Of<'DepositAdmitted'>): Ledger => ({
  ...ledger,
  admitted: { depositId, admission: ledger.length, purpose: purpose.kind, by, since: at },
});

const begin = (admitted: Of<'ImportAdmitted'>): LiveImport => ({
  ...omit(admitted, 'path', 'at'),
  phase: 'admitted',
  since: admitted.at,
  steering: UNSTEERED,
});

const start = (job: LiveImport, { epoch, baseVersion, worker, recordsContent }: Of<'ImportStarted'>): LiveImport => ({
  ...job,
  phase: 'started',
  epoch,
  baseVersion,
  worker,
  contentBegun: !recordsContent,
});

const reassign = (job: LiveImport, { epoch, worker }: Of<'ImportLeaseReassigned'>): LiveImport =>
  job.phase === 'admitted' ? job : { ...job, epoch, worker };

const commit = (job: LiveImport, decided: Of<'VersionCommitDecided'>): LiveImport =>
  job.phase === 'started'
    ? { ...job, phase: 'committed', decided: omit(decided, 'path', 'at'), decidedAt: decided.at }
    : job;

const NONE = GrowingList.empty<string>();

const publish = (ledger: Ledger): Ledger => {
  const { job, versions } = ledger;
  if (job?.phase !== 'committed') return ledger;
  const version = { ...omit(job.decided, 'epoch', 'baseInventoryETag'), depositId: job.depositId };
  return { ...ledger, job: null, versions: versions.appended(version), abandoned: NONE };
};

const adopt = (ledger: Ledger, adopted: Of<'VersionAdopted'>): Ledger => ({
  ...ledger,
  versions: ledger.versions.appended({ ...omit(adopted, 'path', 'at', 'message'), jobId: null, depositId: null }),
  abandoned: NONE,
});

const cancel = ({ cancelled }: Ledger, jobId: string, by: string | undefined): Ledger['cancelled'] =>
  by === undefined ? cancelled : cancelled.appended(jobId);

const abandon = (before: Ledger, { jobId, cancelledBy }: Of<'ImportAbandoned'>): Ledger => {
  const { job, abandoned } = before;
  const mayHaveWritten = job !== null && job.phase !== 'admitted' && job.contentBegun;
  return {
    ...before,
    job: null,
    abandoned: mayHaveWritten ? abandoned.appended(job.jobId) : abandoned,
    cancelled: cancel(before, jobId, cancelledBy),
  };
};

const request = (requested: Of<'ExportRequested'>): LiveExport => ({
  ...omit(requested, 'path', 'at'),
  epoch: 0,
  worker: null,
  since: requested.at,
  steering: UNSTEERED,
});

const takeExport = (ledger: Ledger, { epoch, worker }: Of<'ExportStarted' | 'ExportLeaseReassigned'>): Ledger =>
  ledger.export === null ? ledger : { ...ledger, export: { ...ledger.export, epoch, worker } };

type GroupSteeringFact = Extract<ArchivalGroupFact, { type: SteeringFact['type'] }>;
type ExportFact = Extract<ArchivalGroupFact, { type: `Export${string}` }>;

const isExportFact = (fact: ArchivalGroupFact): fact is ExportFact => fact.type.startsWith('Export');

const changeExport = (ledger: Ledger, fact: ExportFact): Ledger => {
  switch (fact.type) {
    case 'ExportRequested':
      return { ...ledger, export: request(fact.data) };
    case 'ExportStarted':
    case 'ExportLeaseReassigned':
      return takeExport(ledger, fact.data);
    case 'ExportFinished':
      return { ...ledger, export: null };
    case 'ExportAbandoned': {
      const { exportId, cancelledBy } = fact.data;
      return { ...ledger, export: null, cancelled: cancel(ledger, exportId, cancelledBy) };
    }
  }
};

const steer = (ledger: Ledger, fact: GroupSteeringFact): Ledger => {
  const { job, export: live } = ledger;
  const { jobId } = fact.data;
  if (job?.jobId === jobId) return { ...ledger, job: { ...job, steering: evolveSteering(job.steering, fact) } };
  if (live?.exportId === jobId)
    return { ...ledger, export: { ...live, steering: evolveSteering(live.steering, fact) } };
  return ledger;
};

const change = (ledger: Ledger, fact: Exclude<ArchivalGroupFact, ExportFact | GroupSteeringFact>): Ledger => {
  const { job } = ledger;
  switch (fact.type) {
    case 'DepositAdmitted':
      return admit(ledger, fact.data);
    case 'DepositReleased':
      return fact.data.admission === ledger.admitted?.admission ? { ...ledger, admitted: null } : ledger;
    case 'ImportAdmitted':
      return { ...ledger, job: begin(fact.data) };
    case 'ImportAdmissionReleased':
      return { ...ledger, job: null };
    case 'ImportStarted':
      return job === null ? ledger : { ...ledger, job: start(job, fact.data) };
    case 'ImportContentBegun':
      return job?.phase === 'started' ? { ...ledger, job: { ...job, contentBegun: true } } : ledger;
    case 'ImportLeaseReassigned':
      return job === null ? ledger : { ...ledger, job: reassign(job, fact.data) };
    case 'VersionCommitDecided':
      return job === null ? ledger : { ...ledger, job: commit(job, fact.data) };
    case 'VersionPublished':
      return publish(ledger);
    case 'VersionAdopted':
      return adopt(ledger, fact.data);
    case 'ImportAbandoned':
      return abandon(ledger, fact.data);
  }
};

/** The ledger after a fact. */
export const evolveLedger = (ledger: Ledger, fact: ArchivalGroupFact): Ledger => {
  const { length } = ledger;
  if (isSteeringFact(fact)) return { ...steer(ledger, fact), length: length + 1 };
  return { ...(isExportFact(fact) ? changeExport(ledger, fact) : change(ledger, fact)), length: length + 1 };
};

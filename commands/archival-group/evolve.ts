import type { ArchivalGroupFact } from '../../events/archival-group.js';
import { omit } from '../core/decider.js';
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
  job.phase === 'started' ? { ...job, phase: 'committed', decided: omit(decided, 'path', 'at') } : job;

const publish = (ledger: Ledger): Ledger => {
  const { job, versions } = ledger;
  if (job?.phase !== 'committed') return ledger;
  const version = omit(job.decided, 'epoch', 'baseInventoryETag');
  return { ...ledger, job: null, versions: [...versions, version], abandoned: [] };
};

const adopt = (ledger: Ledger, adopted: Of<'VersionAdopted'>): Ledger => ({
  ...ledger,
  versions: [...ledger.versions, { ...omit(adopted, 'path', 'at', 'message'), jobId: null }],
  abandoned: [],
});

const abandon = ({ job, abandoned, ...ledger }: Ledger): Ledger => ({
  ...ledger,
  job: null,
  abandoned: job === null || job.phase === 'admitted' || !job.contentBegun ? abandoned : [...abandoned, job.jobId],
});

const request = (requested: Of<'ExportRequested'>): LiveExport => ({
  ...omit(requested, 'path', 'at'),
  epoch: 0,
  worker: null,
  since: requested.at,
});

const takeExport = (ledger: Ledger, { epoch, worker }: Of<'ExportStarted' | 'ExportLeaseReassigned'>): Ledger =>
  ledger.export === null ? ledger : { ...ledger, export: { ...ledger.export, epoch, worker } };

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
    case 'ExportAbandoned':
      return { ...ledger, export: null };
  }
};

const change = (ledger: Ledger, fact: Exclude<ArchivalGroupFact, ExportFact>): Ledger => {
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
      return abandon(ledger);
  }
};

/** The ledger after a fact. */
export const evolveLedger = (ledger: Ledger, fact: ArchivalGroupFact): Ledger => ({
  ...(isExportFact(fact) ? changeExport(ledger, fact) : change(ledger, fact)),
  length: ledger.length + 1,
});

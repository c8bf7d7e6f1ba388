import type { ArchivalGroupFact } from '../../events/archival-group.js';
import { followsInTime, isLaterStamp } from '../../formats/ocfl/version-time.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { refuse, type Decider, type Decision, type Refusal, omit } from '../core/decider.js';
import { admissionRefusal, exportAdmissionRefusal, importAdmissionRefusal } from './checks.js';
import type {
  AbandonImport,
  AdmitDeposit,
  AdmitImport,
  AdoptVersion,
  BeginContent,
  DecideCommit,
  LedgerCommand,
  ReassignImport,
  ReleaseDeposit,
  SteerGroupJob,
} from './commands.js';
import { evolveLedger } from './evolve.js';
import { decideOnExport, requested, requestExport } from './exports.js';
import { epochOf, headOf, type Ledger, type LiveImport } from './state.js';
import { GrowingList } from '../core/growing-list.js';
import { heldRefusal } from '../core/steering.js';
import { steerGroupJob } from './steering.js';

type LedgerDecision = Decision<ArchivalGroupFact>;

const notLive = (jobId: string): Refusal => refuse('import-not-live', `Import job ${jobId} is not under way.`);

const leaseLost = ({ jobId }: LiveImport): Refusal =>
  refuse('lease-lost', `Import job ${jobId} was taken over by another worker.`);

const committed = ({ jobId }: LiveImport): Refusal =>
  refuse('import-committed', `The version of import job ${jobId} is decided and can only be published.`);

const admitDeposit = (command: AdmitDeposit, ledger: Ledger): LedgerDecision => {
  const { path, depositId, purpose, export: wanted, by, at } = command;
  const refusal =
    admissionRefusal(ledger, path, depositId) ??
    (wanted === undefined ? null : exportAdmissionRefusal(ledger, path, wanted.exportId));
  if (refusal !== null) return refusal;
  const admitted: ArchivalGroupFact = { type: 'DepositAdmitted', data: { path, depositId, purpose, by, at } };
  return wanted === undefined ? [admitted] : [admitted, requested({ path, export: wanted, by, at })];
};

const releaseDeposit = (command: ReleaseDeposit, { admitted }: Ledger): LedgerDecision => {
  const { path, depositId, admission, reason, by, at } = command;
  if (admitted?.admission !== admission) return [];
  return [{ type: 'DepositReleased', data: { path, depositId, admission, reason, by, at } }];
};

const admitImport = (command: AdmitImport, ledger: Ledger): LedgerDecision =>
  importAdmissionRefusal(ledger, command.path) ?? [{ type: 'ImportAdmitted', data: omit(command, 'type') }];

const start = (path: RepositoryPath, at: string, worker: string, ledger: Ledger, job: LiveImport): LedgerDecision => {
  if (job.phase !== 'admitted') return leaseLost(job);
  const baseVersion = headOf(ledger)?.version ?? 0;
  const held = heldRefusal(job.steering, `import job ${job.jobId}`);
  if (held !== null) return held;
  return [
    {
      type: 'ImportStarted',
      data: { path, jobId: job.jobId, epoch: 1, baseVersion, worker, recordsContent: true, at },
    },
  ];
};

const reassign = ({ path, jobId, epoch, worker, at }: ReassignImport, job: LiveImport): LedgerDecision =>
  job.phase === 'admitted' || job.epoch !== epoch
    ? leaseLost(job)
    : [{ type: 'ImportLeaseReassigned', data: { path, jobId, epoch: epoch + 1, worker, at } }];

const beginContent = ({ path, jobId, epoch, folder, at }: BeginContent, job: LiveImport): LedgerDecision => {
  if (job.phase === 'admitted' || job.epoch !== epoch) return leaseLost(job);
  if (job.phase === 'committed') return committed(job);
  if (job.contentBegun) return [];
  return [{ type: 'ImportContentBegun', data: { path, jobId, epoch, version: job.baseVersion + 1, folder, at } }];
};

const decideCommit = (command: DecideCommit, ledger: Ledger, job: LiveImport): LedgerDecision => {
  const decided = omit(command, 'type');
  if (epochOf(job) !== decided.epoch) return leaseLost(job);
  if (job.phase === 'committed') return committed(job);
  const head = headOf(ledger);
  if (decided.version !== (head?.version ?? 0) + 1 || !followsInTime(decided.created, head?.created ?? null)) {
    return refuse('version-out-of-order', `Version ${decided.version} does not follow the head of ${decided.path}.`);
  }
  return [{ type: 'VersionCommitDecided', data: decided }];
};

const abandon = ({ path, jobId, epoch, errors, at }: AbandonImport, job: LiveImport): LedgerDecision => {
  if (job.phase === 'committed') return committed(job);
  if (epochOf(job) !== epoch) return leaseLost(job);
  return [{ type: 'ImportAbandoned', data: { path, jobId, epoch, errors, at } }];
};

/** The version must be known already or follow the head, and no import job may be under way. */
const adoptVersion = ({ path, adopted, at }: AdoptVersion, ledger: Ledger): LedgerDecision => {
  const { version, created, inventory } = adopted;
  const recorded = ledger.versions.at(version - 1);
  if (recorded !== undefined) {
    if (recorded.inventory.sha256 === inventory.sha256) return [];
    return refuse('version-differs', `The ledger of ${path} has another inventory for v${version}.`);
  }
  const refusal = importAdmissionRefusal(ledger, path);
  if (refusal !== null) return refusal;
  const head = headOf(ledger);
  if (version !== (head?.version ?? 0) + 1 || !isLaterStamp(created, head?.created ?? null)) {
    return refuse('version-out-of-order', `Version ${version} does not follow the head of ${path}.`);
  }
  return [{ type: 'VersionAdopted', data: { path, ...adopted, at } }];
};

type OnImport = Exclude<Extract<LedgerCommand, { readonly jobId: string }>, AdmitImport | SteerGroupJob>;

const decideOnImport = (command: OnImport, ledger: Ledger, job: LiveImport): LedgerDecision => {
  const { path, jobId, at } = command;
  switch (command.type) {
    case 'ReleaseImportAdmission':
      if (job.phase !== 'admitted') return notLive(jobId);
      return [{ type: 'ImportAdmissionReleased', data: { path, jobId, reason: command.reason, at } }];
    case 'StartImport':
      return start(path, at, command.worker, ledger, job);
    case 'ReassignImport':
      return reassign(command, job);
    case 'BeginContent':
      return beginContent(command, job);
    case 'DecideCommit':
      return decideCommit(command, ledger, job);
    case 'RecordPublished':
      if (job.phase !== 'committed' || job.decided.version !== command.version) return notLive(jobId);
      return [{ type: 'VersionPublished', data: { path, jobId, version: command.version, at } }];
    case 'AbandonImport':
      return abandon(command, job);
  }
};

/** The ledger of an archival group: one active deposit, and imports strictly one after another. */
export const archivalGroup: Decider<Ledger, LedgerCommand, ArchivalGroupFact> = {
  initial: {
    length: 0,
    admitted: null,
    job: null,
    export: null,
    versions: GrowingList.empty(),
    abandoned: GrowingList.empty(),
    cancelled: GrowingList.empty(),
  },
  decide(command, ledger) {
    switch (command.type) {
      case 'AdmitDeposit':
        return admitDeposit(command, ledger);
      case 'ReleaseDeposit':
        return releaseDeposit(command, ledger);
      case 'AdmitImport':
        return admitImport(command, ledger);
      case 'AdoptVersion':
        return adoptVersion(command, ledger);
      case 'SteerJob':
        return steerGroupJob(command, ledger);
      case 'RequestExport':
        return requestExport(command, ledger);
      case 'TakeExport':
      case 'FinishExport':
      case 'AbandonExport':
        return decideOnExport(command, ledger);
      default:
        return ledger.job?.jobId === command.jobId
          ? decideOnImport(command, ledger, ledger.job)
          : notLive(command.jobId);
    }
  },
  evolve: evolveLedger,
};

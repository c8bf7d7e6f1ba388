import { type HandleResult, omit } from '../../core/decider.js';
import type { ArchivalGroupFact, DepositReleaseReason } from '../../../events/archival-group.js';
import type { Admission, DepositFact } from '../../../events/deposit.js';
import { versionName } from '../../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { onDeposit, refusalOf } from '../../deposit/deposit-stream.js';
import { onLedger } from '../../archival-group/ledger-stream.js';
import { abandonExport } from '../exports/export-steps.js';
import type { Dependencies } from '../../core/dependencies.js';
import { stepOf, type StreamFact } from '../../core/intent.js';

type AdmissionFact = StreamFact<Extract<ArchivalGroupFact, { type: 'DepositAdmitted' }>>;
type AssignmentFact = StreamFact<Extract<DepositFact, { type: 'DepositArchivalGroupAssigned' }>>;

/** Ends an admission; does nothing when it has ended, or when there is a later one. */
export const releaseAdmission = (
  dependencies: Dependencies,
  fact: StreamFact,
  release: {
    readonly path: RepositoryPath | null;
    readonly depositId: string;
    readonly admission: Admission;
    readonly reason: DepositReleaseReason;
    readonly by: string;
  },
): Promise<HandleResult<ArchivalGroupFact>> | null => {
  const { path, admission, ...rest } = release;
  if (path === null || admission === null) return null;
  const intent = stepOf(fact, `release ${admission}`);
  return onLedger(dependencies, intent, { type: 'ReleaseDeposit', path, admission, at: intent.at, ...rest });
};

const offer = (dependencies: Dependencies, fact: AdmissionFact): Promise<HandleResult<DepositFact>> => {
  const { path, depositId, purpose, by, at } = fact.data;
  const admission = Number(fact.revision);
  const intent = stepOf(fact, purpose.kind);
  const asked = { depositId, admission, by, at };
  switch (purpose.kind) {
    case 'create':
      return onDeposit(dependencies, intent, { type: 'CreateDeposit', beginning: purpose.beginning, ...asked });
    case 'export': {
      const { beginning, exportId, version } = purpose;
      const exported = { exportId, version: versionName(version) };
      return onDeposit(dependencies, intent, { type: 'CreateDeposit', beginning, exported, ...asked });
    }
    case 'activate':
      return onDeposit(dependencies, intent, { type: 'ActivateDeposit', archivalGroup: path, ...asked });
    case 'assign': {
      const changes = { archivalGroup: path, ...omit(purpose, 'kind') };
      return onDeposit(dependencies, intent, { type: 'AssignArchivalGroup', ...changes, ...asked });
    }
  }
};

/**
 * Offers an admission to the deposit, which accepts or declines it, finally; a declined admission is released. A repeat
 * gets the same answer.
 */
export const finishAdmission = async (
  dependencies: Dependencies,
  fact: AdmissionFact,
): Promise<HandleResult<DepositFact>> => {
  const result = await offer(dependencies, fact);
  if (refusalOf(result) !== null) {
    const { path, depositId, purpose, by } = fact.data;
    const admission = Number(fact.revision);
    await releaseAdmission(dependencies, fact, { path, depositId, admission, reason: 'declined', by });
    if (purpose.kind === 'export')
      await abandonExport(dependencies, stepOf(fact, 'abandon export'), { path, exportId: purpose.exportId, by });
  }
  return result;
};

/** Releases the admission to the group that the deposit has left. */
export const finishAssignment = async (dependencies: Dependencies, fact: AssignmentFact): Promise<void> => {
  const { depositId, previous: path, previousAdmission: admission, by } = fact.data;
  await releaseAdmission(dependencies, fact, { path, depositId, admission, reason: 'reassigned', by });
};

import type { DepositFact } from '../../events/deposit.js';
import { descriptionOf, type DepositDescription } from '../../events/deposit-description.js';

export const DEPOSIT_STATUSES = ['new', 'exporting', 'preserved', 'error', 'archived'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

interface ByAndAt {
  /** Agent name. */
  readonly by: string;
  /** UTC, seven fractional digits. */
  readonly at: string;
}

/** A deposit as listings show it (preservation 2.6). */
export interface ListedDeposit extends DepositDescription {
  readonly depositId: string;
  /** Repository path. */
  readonly archivalGroup: string | null;
  readonly files: Readonly<{ bucket: string; prefix: string }>;
  readonly status: DepositStatus;
  readonly active: boolean;
  readonly preserved: Readonly<ByAndAt & { version: string }> | null;
  readonly exported: Readonly<ByAndAt & { version: string }> | null;
  readonly lock: Readonly<ByAndAt> | null;
  readonly archived: string | null;
  readonly created: string;
  readonly createdBy: string;
  readonly lastModified: string;
  readonly lastModifiedBy: string;
}

type CreationFact = Extract<DepositFact, { type: 'DepositCreated' }>;

const begun = ({ data }: CreationFact): ListedDeposit => {
  const { depositId, archivalGroup, files, by, at } = data;
  return {
    ...{ depositId, archivalGroup, ...descriptionOf(data), files },
    status: 'new',
    active: true,
    preserved: null,
    exported: null,
    lock: null,
    archived: null,
    created: at,
    createdBy: by,
    lastModified: at,
    lastModifiedBy: by,
  };
};

const modified = ({ by, at }: ByAndAt) => ({ lastModified: at, lastModifiedBy: by });

type Data<Type extends DepositFact['type']> = Extract<DepositFact, { type: Type }>['data'];

/** The end of a pipeline run releases the lock, whoever holds it (preservation 3.3). */
const unlocked = (deposit: ListedDeposit): ListedDeposit => ({ ...deposit, lock: null });

/** What a deposit becomes by a fact of each type; a type that is missing changes nothing that listings show. */
const CHANGES: {
  readonly [Type in Exclude<DepositFact['type'], 'DepositCreated'>]?: (
    deposit: ListedDeposit,
    data: Data<Type>,
  ) => ListedDeposit | null;
} = {
  DepositDescribed: (deposit, { by, at, ...changes }) => ({ ...deposit, ...changes, ...modified({ by, at }) }),
  DepositArchivalGroupAssigned: (deposit, data) => ({
    ...deposit,
    archivalGroup: data.archivalGroup,
    ...modified(data),
  }),
  DepositLocked: (deposit, { by, at }) => ({ ...deposit, lock: { by, at } }),
  DepositLockSeized: (deposit, { by, at }) => ({ ...deposit, lock: { by, at } }),
  DepositUnlocked: (deposit) => ({ ...deposit, lock: null }),
  DepositActivated: (deposit, data) => ({ ...deposit, active: true, ...modified(data) }),
  DepositDeactivated: (deposit, data) => ({ ...deposit, active: false, ...modified(data) }),
  MetsRevised: (deposit, data) => ({ ...deposit, ...modified(data) }),
  DepositFilesDeleted: (deposit, data) => ({ ...deposit, ...modified(data) }),
  DepositPreserved: (deposit, { version, ...data }) => {
    const preserved = { at: data.at, by: data.by, version };
    return { ...deposit, status: 'preserved', active: false, preserved, ...modified(data) };
  },
  DepositImportFailed: (deposit, data) => ({ ...deposit, status: 'error', active: false, ...modified(data) }),
  DepositExportStarted: (deposit, { version, by, at }) => ({
    ...deposit,
    status: 'exporting',
    exported: { at, by, version },
  }),
  DepositFilesArrived: (deposit, data) => ({ ...deposit, status: 'new', ...modified(data) }),
  DepositArchived: (deposit, { at }) => ({ ...deposit, status: 'archived', archived: at, lock: null }),
  PipelineRunCompleted: unlocked,
  PipelineRunFailed: unlocked,
  PipelineRunForceCompleted: unlocked,
  DepositDeleted: () => null,
};

const change = (deposit: ListedDeposit, { type, data }: Exclude<DepositFact, CreationFact>): ListedDeposit | null => {
  const changed = CHANGES[type] as ((deposit: ListedDeposit, data: object) => ListedDeposit | null) | undefined;
  return changed === undefined ? deposit : changed(deposit, data);
};

/** A deposit after a fact; null before its creation and after its deletion. */
export const evolveListed = (deposit: ListedDeposit | null, fact: DepositFact): ListedDeposit | null => {
  if (fact.type === 'DepositCreated') return begun(fact);
  return deposit === null ? null : change(deposit, fact);
};

/** A fact of a deposit that its history must show: its type, and who did it; null for the platform. */
export type HistoryEntry = readonly [type: string, agent: string | null];

/** A deposit as its clients may know it. `exporting` means that it was when last heard of: its files may have arrived. */
export interface DepositModel {
  readonly id: string;
  readonly createdBy: string;
  /** Oldest first; without the facts of which nobody can tell when they come. */
  readonly history: HistoryEntry[];
  /** The address of its workspace. */
  readonly files: string;
  /** Who exported which version into it, with the names of its files. */
  readonly exported: { readonly by: string; readonly version: number; readonly names: readonly string[] } | null;
  status: 'new' | 'exporting' | 'preserved' | 'error' | 'deleted';
  group: number | null;
  active: boolean;
  lock: string | null;
  text: string | null;
  name: string | null;
  preserved: { readonly by: string; readonly version: number } | null;
}

/** An export at the storage service; `version` counts from 1 and may not exist, null asks for the head. */
export interface ExportModel {
  readonly uri: string;
  readonly group: number;
  readonly version: number | null;
  /** How many files it copies; null where it never finishes, an error where there is no group. */
  readonly copies: number | null | 'error';
}

/** A group: the names of the files of each version, and the deposit that is active for it. */
export interface GroupModel {
  readonly versions: (readonly string[])[];
  holder: DepositModel | null;
  /** Whether an export of it may not have ended yet. */
  exportUnderWay: boolean;
}

export interface Model {
  readonly groups: readonly GroupModel[];
  readonly deposits: DepositModel[];
  readonly exports: ExportModel[];
}

export const newModel = (groups: number): Model => ({
  groups: Array.from({ length: groups }, () => ({ versions: [], holder: null, exportUnderWay: false })),
  deposits: [],
  exports: [],
});

/** Whether somebody else has the lock. */
export const lockedAgainst = (agent: string, { lock }: DepositModel): boolean => lock !== null && lock !== agent;
const MAYBE = (status: number, refused: number): readonly number[] => [status, refused];

/** The statuses with which each request may be answered: more than one only while an export may not have ended. */
export const answers = {
  create: ({ groups }: Model, group: number | null): readonly number[] =>
    group === null || groups[group]!.holder === null ? [201] : [409],
  export({ groups }: Model, group: number, version: number | null, hasTemplate: boolean): readonly number[] {
    const { holder, versions, exportUnderWay } = groups[group]!;
    if (holder !== null) return [409];
    if (versions.length === 0) return [400];
    if (version !== null && version > versions.length) return [404];
    if (hasTemplate && version !== null && version < versions.length) return [400];
    return exportUnderWay ? MAYBE(201, 409) : [201];
  },
  exportAtStorage: ({ groups }: Model, group: number): readonly number[] =>
    groups[group]!.exportUnderWay ? MAYBE(201, 409) : [201],
  patch({ groups }: Model, deposit: DepositModel, agent: string, group: number | null): readonly number[] {
    if (deposit.status === 'deleted') return [404];
    const holder = group === null ? null : groups[group]!.holder;
    if (holder !== null && holder !== deposit) return [409];
    if (lockedAgainst(agent, deposit)) return [409];
    return deposit.status === 'exporting' ? MAYBE(200, 409) : [200];
  },
  remove: (deposit: DepositModel, agent: string): readonly number[] => {
    if (deposit.status === 'deleted') return [404];
    return lockedAgainst(agent, deposit) ? [409] : [204];
  },
  lock(deposit: DepositModel, agent: string, force: boolean): readonly number[] {
    if (deposit.status === 'deleted') return [404];
    return lockedAgainst(agent, deposit) && !force ? [409] : [204];
  },
  unlock: ({ status }: DepositModel): readonly number[] => [status === 'deleted' ? 404 : 204],
  activate({ groups }: Model, deposit: DepositModel): readonly number[] {
    if (deposit.status === 'deleted') return [404];
    const holder = deposit.group === null ? null : groups[deposit.group]!.holder;
    return holder === null || holder === deposit ? [204] : [409];
  },
  deactivate({ status }: DepositModel): readonly number[] {
    if (status === 'deleted') return [404];
    return [status === 'error' ? 204 : 400];
  },
  import(deposit: DepositModel, agent: string): readonly number[] {
    if (deposit.status === 'deleted') return [404];
    if (deposit.group === null) return [400];
    if (deposit.preserved !== null) return [409];
    const ended = lockedAgainst(agent, deposit) ? 409 : 201;
    return deposit.status === 'exporting' ? MAYBE(ended, 400) : [ended];
  },
};

/** Lets the group of a deposit go, if it has it. */
export const release = ({ groups }: Model, deposit: DepositModel): void => {
  const group = deposit.group === null ? undefined : groups[deposit.group];
  if (group?.holder === deposit) group.holder = null;
};

/** Makes a deposit active, with its group where it has one. */
export const admit = ({ groups }: Model, deposit: DepositModel): void => {
  deposit.active = true;
  if (deposit.group !== null) groups[deposit.group]!.holder = deposit;
};

/** Everything that was under way has ended. */
export const settled = ({ groups, deposits }: Model): void => {
  for (const group of groups) group.exportUnderWay = false;
  for (const deposit of deposits) if (deposit.status === 'exporting') deposit.status = 'new';
};

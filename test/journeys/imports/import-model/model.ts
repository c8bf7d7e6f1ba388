import { applied, emptyState, type ModelOperation, type ModelState } from '../../../support/repository/group-model.js';

/** What a job does to a file of its group; the bytes come from the file of that name in the deposit. */
export interface Wish {
  readonly verb: 'add' | 'patch' | 'delete' | 'rename';
  readonly file: string;
}

export interface DepositModel {
  readonly id: string;
  readonly key: string;
  readonly group: number;
  readonly files: Map<string, string>;
  status: 'new' | 'error' | 'preserved' | 'deleted';
  active: boolean;
  versionPreserved: string | null;
}

export interface JobModel {
  /** The address of its result, below the service. */
  readonly result: string;
  readonly key: string;
  readonly deposit: DepositModel;
  readonly wishes: readonly Wish[];
  status: 'waiting' | 'completed' | 'completedWithErrors';
  newVersion: string | null;
}

/** Everything that clients of an archive may know, in the fewest words: what the platform must agree with. */
export interface Model {
  readonly groups: { readonly versions: ModelState[]; admitted: DepositModel | null; live: JobModel | null }[];
  readonly deposits: DepositModel[];
  readonly jobs: JobModel[];
}

export const NAME = 'A group';

export const newModel = (groups: number): Model => ({
  groups: Array.from({ length: groups }, () => ({ versions: [], admitted: null, live: null })),
  deposits: [],
  jobs: [],
});

/** The status with which each request must be answered. */
export const answers = {
  open: ({ groups }: Model, group: number): number => (groups[group]!.admitted === null ? 201 : 409),
  post({ groups, jobs }: Model, deposit: DepositModel): number {
    if (deposit.status === 'deleted') return 404;
    if (jobs.some((job) => job.deposit === deposit && job.status !== 'completedWithErrors')) return 409;
    return groups[deposit.group]!.live === null ? 201 : 409;
  },
  remove({ jobs }: Model, deposit: DepositModel): number {
    if (deposit.status === 'deleted') return 404;
    return jobs.some((job) => job.deposit === deposit && job.status === 'waiting') ? 409 : 204;
  },
  activate({ groups }: Model, deposit: DepositModel): number {
    if (deposit.status === 'deleted') return 404;
    const { admitted } = groups[deposit.group]!;
    return admitted === null || admitted === deposit ? 204 : 409;
  },
  deactivate(_: Model, { status }: DepositModel): number {
    if (status === 'deleted') return 404;
    return status === 'error' ? 204 : 400;
  },
};

const LISTS = { add: 'binariesToAdd', patch: 'binariesToPatch' } as const;

/** The operations of a job with the bytes that are in its deposit now; an origin that is missing has none. */
export const operationsOf = (wishes: readonly Wish[], files: ReadonlyMap<string, string>): ModelOperation[] =>
  wishes.map(({ verb, file }): ModelOperation => {
    if (verb === 'delete') return { list: 'binariesToDelete', path: file };
    if (verb === 'rename') return { list: 'binariesToRename', path: file, name: `Renamed ${file}` };
    return { list: LISTS[verb], path: file, content: files.get(file) ?? '' };
  });

const succeeds = ({ wishes, deposit }: JobModel, { binaries }: ModelState): boolean =>
  wishes.every(({ verb, file }) => {
    const hasBytes = deposit.files.has(file);
    if (verb === 'add') return hasBytes && !binaries.has(file);
    return binaries.has(file) && (verb !== 'patch' || hasBytes);
  });

export const letGo = ({ groups }: Model, deposit: DepositModel): void => {
  const group = groups[deposit.group]!;
  if (group.admitted === deposit) group.admitted = null;
  deposit.active = false;
};

/** Runs every job that waits, wholly or not at all. */
export const runJobs = (model: Model): void => {
  for (const group of model.groups) {
    const { live: job, versions } = group;
    if (job === null) continue;
    const { deposit, wishes } = job;
    const before = versions.at(-1) ?? emptyState(NAME);
    const isGood = succeeds(job, before);
    if (isGood) versions.push(applied(before, operationsOf(wishes, deposit.files)));
    job.status = isGood ? 'completed' : 'completedWithErrors';
    job.newVersion = isGood ? `v${versions.length}` : null;
    deposit.status = isGood ? 'preserved' : 'error';
    deposit.versionPreserved = job.newVersion;
    letGo(model, deposit);
    group.live = null;
  }
};

import type { PlannedOperation, PlanOperation } from '../../events/import-plan.js';
import {
  recordedName,
  type BinaryRecord,
  type ContainerRecord,
  type GroupState,
} from '../../formats/group-state/group-state.js';
import { SLICE } from '../../flow/slices.js';
import { yieldEvery } from '../../flow/yield-every.js';
import { lastName, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { renderDates } from './resource.js';
import { resourceUri, s3Uri } from '../uris/uris.js';

/** A group before its plan is carried out. */
export interface ExistingGroup {
  readonly state: GroupState;
  /** The S3 URI of a binary in the repository. */
  originOf(path: string): string | undefined;
}

/** What rendering needs besides the plan. */
export interface PlanContext {
  readonly base: string;
  readonly archivalGroup: RepositoryPath;
  /** Completes resources to delete or rename; null where the group is not read. */
  readonly existing: ExistingGroup | null;
  /** The origin of containers to add; null where they have none. */
  readonly files: { readonly bucket: string; readonly prefix: string } | null;
  /** The binaries of the version of a completed job; read only for operations with missing values. */
  readonly recorded?: () => Promise<Recorded>;
}

type Recorded = ReadonlyMap<string, BinaryRecord>;

/** The resources of a plan by operation, as containers and binaries (companion 2.8). */
export type PlannedResources = Readonly<Record<PlanOperation, readonly object[]>>;

export const renderPlan = async (
  operations: AsyncIterable<PlannedOperation> | Iterable<PlannedOperation>,
  context: PlanContext,
): Promise<PlannedResources> => {
  const lists: Record<PlanOperation, object[]> = {
    'add-container': [],
    'add-binary': [],
    'patch-binary': [],
    'delete-binary': [],
    'delete-container': [],
    'rename-container': [],
    'rename-binary': [],
  };
  const yielding = yieldEvery(SLICE);
  let recorded: Recorded | undefined;
  for await (const planned of operations) {
    await yielding();
    if (leavesOpen(planned)) recorded ??= await context.recorded?.();
    const operation = leavesOpen(planned) ? completed(planned, recorded) : planned;
    const isContainer = operation.op.endsWith('container');
    lists[operation.op].push(isContainer ? containerIn(operation, context) : binaryIn(operation, context));
  }
  return lists;
};

/** Whether the plan lacks values of a binary to write, which the importer reads from its origin. */
const leavesOpen = ({ op, contentType, size, sha256 }: PlannedOperation): boolean =>
  (op === 'add-binary' || op === 'patch-binary') &&
  (contentType === undefined || size === undefined || sha256 === undefined);

const completed = (operation: PlannedOperation, recorded: Recorded | undefined): PlannedOperation => {
  const found = recorded?.get(operation.path);
  if (found === undefined) return operation;
  const { contentType, size, sha256 } = found;
  return {
    ...(contentType === null ? {} : { contentType }),
    ...(size === null ? {} : { size }),
    ...(sha256 === null ? {} : { sha256 }),
    ...operation,
  };
};

const idOf = ({ path }: PlannedOperation, { base, archivalGroup }: PlanContext): string | null =>
  path === '' ? null : resourceUri(base, `${archivalGroup}/${path}`);

const containerIn = (operation: PlannedOperation, context: PlanContext): object => {
  const { base, existing, files } = context;
  const known = existing?.state.containers.get(operation.path);
  return {
    id: idOf(operation, context),
    type: 'Container',
    ...named(operation, known),
    ...(operation.op === 'add-container' && files !== null
      ? { origin: s3Uri(files.bucket, files.prefix + operation.path) }
      : {}),
    containers: [],
    binaries: [],
    ...renderDates(known, base),
  };
};

const binaryIn = (operation: PlannedOperation, context: PlanContext): object => {
  const known = context.existing?.state.binaries.get(operation.path);
  const origin = originOf(operation, context);
  return {
    id: idOf(operation, context),
    type: 'Binary',
    ...named(operation, known),
    ...(origin === undefined ? {} : { origin }),
    contentType: operation.contentType ?? known?.contentType ?? null,
    size: operation.size ?? known?.size ?? 0,
    digest: operation.sha256 ?? known?.sha256 ?? null,
    ...renderDates(operation.op === 'add-binary' || operation.op === 'patch-binary' ? undefined : known, context.base),
    content: null,
  };
};

/** Bytes to write come from the deposit; bytes to delete are in the repository. */
const originOf = ({ op, path, origin }: PlannedOperation, { existing }: PlanContext): string | undefined => {
  if (origin !== undefined) return s3Uri(origin.bucket, origin.key);
  return op === 'delete-binary' ? existing?.originOf(path) : undefined;
};

/** The name in the plan, else that of the existing resource; absent without either. */
const named = ({ name }: PlannedOperation, known: ContainerRecord | BinaryRecord | undefined): { name?: string } => {
  const shown = name ?? (known === undefined ? undefined : (known.name ?? lastName(known.path)));
  return shown === undefined ? {} : { name: recordedName(shown) };
};

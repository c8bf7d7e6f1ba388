import { parentOf } from '../paths/repository-path.js';
import { recordedName } from './group-state.js';
import type { BinaryContent, BinaryRecord, ContainerRecord, TombstoneRecord } from './group-state.js';
import type { PlanContext, PlanEntry } from './plan.js';

/** A group's state while a plan is carried out on it. */
export interface Draft {
  readonly context: PlanContext;
  readonly containers: Map<string, ContainerRecord>;
  readonly binaries: Map<string, BinaryRecord>;
  readonly tombstones: Map<string, TombstoneRecord>;
  /** How many resources are directly in a container; counted when the first container is to go. */
  children: Map<string, number> | null;
}

/** Changes the draft, or says why it cannot. */
type Apply = (draft: Draft, entry: PlanEntry) => string | null;

/** What is recorded for bytes that come without a type (preservation 4.4, companion 17.3). */
const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

const fullPath = (draft: Draft, path: string): string => `${draft.context.group}/${path}`;

const typeAt = (draft: Draft, path: string): 'Container' | 'Binary' | null => {
  if (draft.containers.has(path)) return 'Container';
  return draft.binaries.has(path) ? 'Binary' : null;
};

const cannotAdd = (draft: Draft, path: string): string | null => {
  const there = typeAt(draft, path);
  if (there !== null) return `Resource already exists at ${fullPath(draft, path)} (${there})`;
  const ancestor = highestMissing(draft, path);
  if (ancestor === null) return null;
  const fault = draft.binaries.has(ancestor) ? 'is a Binary' : 'does not exist';
  return `Ancestors of '${fullPath(draft, path)}' must all be Containers, '${fullPath(draft, ancestor)}' ${fault}.`;
};

const highestMissing = ({ containers }: Draft, path: string): string | null => {
  let missing: string | null = null;
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    const ancestor = path.slice(0, slash);
    if (!containers.has(ancestor)) missing = ancestor;
  }
  return missing;
};

const notFound = (draft: Draft, path: string, wanted: 'Container' | 'Binary'): string => {
  const there = typeAt(draft, path);
  const but = there === null ? '' : ` is a ${there}, not a ${wanted}.`;
  return `Not found: ${fullPath(draft, path)}${but}`;
};

const addContainer: Apply = (draft, { path, name }) => {
  const { at, agent } = draft.context;
  const fault = cannotAdd(draft, path);
  if (fault !== null) return fault;
  const stamps = { created: at, createdBy: agent, modified: at, modifiedBy: agent };
  draft.containers.set(path, { type: 'Container', path, name: nameOr(name, null), ...stamps });
  draft.tombstones.delete(path);
  return null;
};

/** What a binary is after its bytes have come; null without their digest. */
const contentOf = ({ contentType, size, sha256, fileModified }: PlanEntry): BinaryContent | null =>
  sha256 === undefined
    ? null
    : {
        contentType: contentType ?? DEFAULT_CONTENT_TYPE,
        size: size ?? null,
        sha256,
        ...(fileModified === undefined ? {} : { fileModified }),
      };

const addBinary: Apply = (draft, entry) => {
  const { path, name } = entry;
  const { at, agent } = draft.context;
  const fault = cannotAdd(draft, path);
  if (fault !== null) return fault;
  const content = contentOf(entry);
  if (content === null) return noChecksum(draft, path);
  const stamps = { created: at, createdBy: agent, modified: at, modifiedBy: agent };
  draft.binaries.set(path, { type: 'Binary', path, name: nameOr(name, null), ...content, ...stamps });
  draft.tombstones.delete(path);
  return null;
};

const patchBinary: Apply = (draft, entry) => {
  const { path, name } = entry;
  const old = draft.binaries.get(path);
  if (old === undefined) return notFound(draft, path, 'Binary');
  const content = contentOf(entry);
  if (content === null) return noChecksum(draft, path);
  const { created, createdBy } = old;
  const stamps = { created, createdBy, ...modified(draft) };
  draft.binaries.set(path, { type: 'Binary', path, name: nameOr(name, old.name), ...content, ...stamps });
  return null;
};

const bury = ({ context, tombstones }: Draft, path: string): void => {
  tombstones.set(path, { type: 'Tombstone', path, deleted: context.at, deletedBy: context.agent });
};

const deleteBinary: Apply = (draft, { path }) => {
  if (!draft.binaries.delete(path)) return notFound(draft, path, 'Binary');
  bury(draft, path);
  return null;
};

const deleteContainer: Apply = (draft, { path }) => {
  if (!draft.containers.has(path)) return notFound(draft, path, 'Container');
  draft.children ??= childrenOf(draft);
  if ((draft.children.get(path) ?? 0) > 0)
    return `${fullPath(draft, path)} is not empty: a Container goes when the same job deletes all that is in it.`;
  draft.containers.delete(path);
  bury(draft, path);
  const parent = parentOf(path) ?? '';
  draft.children.set(parent, (draft.children.get(parent) ?? 0) - 1);
  return null;
};

const renameContainer: Apply = (draft, { path, name }) => {
  const old = draft.containers.get(path);
  if (old === undefined) return notFound(draft, path, 'Container');
  const given = nameOr(name, null);
  if (given === null) return `No name given for ${fullPath(draft, path)}`;
  draft.containers.set(path, { ...old, name: given, ...modified(draft) });
  return null;
};

const renameBinary: Apply = (draft, { path, name }) => {
  const old = draft.binaries.get(path);
  if (old === undefined) return notFound(draft, path, 'Binary');
  const given = nameOr(name, null);
  if (given === null) return `No name given for ${fullPath(draft, path)}`;
  draft.binaries.set(path, { ...old, name: given, ...modified(draft) });
  return null;
};

interface Step {
  readonly op: PlanEntry['op'];
  /** By their paths; as the entries stand when absent. */
  readonly order?: 'parents first' | 'children first';
  readonly apply: Apply;
}

const ADDITIONS: readonly Step[] = [
  { op: 'add-container', order: 'parents first', apply: addContainer },
  { op: 'add-binary', apply: addBinary },
  { op: 'patch-binary', apply: patchBinary },
];

const DELETIONS: readonly Step[] = [
  { op: 'delete-binary', apply: deleteBinary },
  { op: 'delete-container', order: 'children first', apply: deleteContainer },
];

const RENAMES: readonly Step[] = [
  { op: 'rename-container', apply: renameContainer },
  { op: 'rename-binary', apply: renameBinary },
];

/** Whether a resource that goes leaves its path to one of the other kind: a file that becomes a folder, or back. */
export const makesWayFor = (gone: PlanEntry['op'], added: PlanEntry['op']): boolean =>
  (gone === 'delete-binary' && added === 'add-container') || (gone === 'delete-container' && added === 'add-binary');

/**
 * What the kinds of operation do, in the order in which they are carried out: additions, deletions, renames (companion
 * 17.2); deletions come first where an addition needs the path of what is deleted.
 */
export const stepsFor = (entries: readonly PlanEntry[]): readonly Step[] => {
  const gone = new Map(entries.filter(({ op }) => op.startsWith('delete-')).map(({ op, path }) => [path, op]));
  const isReplacing =
    gone.size > 0 &&
    entries.some(({ op, path }) => {
      const before = gone.get(path);
      return before !== undefined && makesWayFor(before, op);
    });
  return isReplacing ? [...DELETIONS, ...ADDITIONS, ...RENAMES] : [...ADDITIONS, ...DELETIONS, ...RENAMES];
};

const modified = ({ context }: Draft): { modified: string; modifiedBy: string } => ({
  modified: context.at,
  modifiedBy: context.agent,
});

/** A name of nothing but spaces names nothing. */
const nameOr = (name: string | undefined, otherwise: string | null): string | null =>
  name === undefined || name.trim() === '' ? otherwise : recordedName(name);

const noChecksum = (draft: Draft, path: string): string => `No checksum obtainable for binary ${fullPath(draft, path)}`;

const childrenOf = ({ containers, binaries }: Draft): Map<string, number> => {
  const children = new Map<string, number>();
  for (const paths of [containers.keys(), binaries.keys()])
    for (const path of paths) {
      const parent = parentOf(path) ?? '';
      children.set(parent, (children.get(parent) ?? 0) + 1);
    }
  return children;
};

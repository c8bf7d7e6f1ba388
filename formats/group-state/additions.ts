import { fullPath, modified, nameOr, notFound, typeAt, type Apply, type ChangingGroup } from './changing-group.js';
import type { BinaryContent } from './group-state.js';
import type { PlanEntry } from './plan.js';

/** Recorded for bytes without a content type (preservation 4.4, companion 17.3). */
const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

export const addContainer: Apply = (group, { path, name }) => {
  const { at, agent } = group.context;
  const fault = cannotAdd(group, path);
  if (fault !== null) return fault;
  const stamps = { created: at, createdBy: agent, modified: at, modifiedBy: agent };
  group.containers.set(path, { type: 'Container', path, name: nameOr(name, null), ...stamps });
  group.tombstones.delete(path);
  return null;
};

/** The content of a binary that a plan adds or replaces; null without a digest. */
const contentOf = ({ contentType, size, sha256, fileModified }: PlanEntry): BinaryContent | null =>
  sha256 === undefined
    ? null
    : {
        contentType: contentType ?? DEFAULT_CONTENT_TYPE,
        size: size ?? null,
        sha256,
        ...(fileModified === undefined ? {} : { fileModified }),
      };

export const addBinary: Apply = (group, entry) => {
  const { path, name } = entry;
  const { at, agent } = group.context;
  const fault = cannotAdd(group, path);
  if (fault !== null) return fault;
  const content = contentOf(entry);
  if (content === null) return noChecksum(group, path);
  const stamps = { created: at, createdBy: agent, modified: at, modifiedBy: agent };
  group.binaries.set(path, { type: 'Binary', path, name: nameOr(name, null), ...content, ...stamps });
  group.tombstones.delete(path);
  return null;
};

export const patchBinary: Apply = (group, entry) => {
  const { path, name } = entry;
  const old = group.binaries.get(path);
  if (old === undefined) return notFound(group, path, 'Binary');
  const content = contentOf(entry);
  if (content === null) return noChecksum(group, path);
  const { created, createdBy } = old;
  const stamps = { created, createdBy, ...modified(group) };
  group.binaries.set(path, { type: 'Binary', path, name: nameOr(name, old.name), ...content, ...stamps });
  return null;
};

const cannotAdd = (group: ChangingGroup, path: string): string | null => {
  const there = typeAt(group, path);
  if (there !== null) return `Resource already exists at ${fullPath(group, path)} (${there})`;
  const ancestor = highestMissing(group, path);
  if (ancestor === null) return null;
  const fault = group.binaries.has(ancestor) ? 'is a Binary' : 'does not exist';
  return `Ancestors of '${fullPath(group, path)}' must all be Containers, '${fullPath(group, ancestor)}' ${fault}.`;
};

const highestMissing = ({ containers }: ChangingGroup, path: string): string | null => {
  let missing: string | null = null;
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    const ancestor = path.slice(0, slash);
    if (!containers.has(ancestor)) missing = ancestor;
  }
  return missing;
};

const noChecksum = (group: ChangingGroup, path: string): string =>
  `No checksum obtainable for binary ${fullPath(group, path)}`;

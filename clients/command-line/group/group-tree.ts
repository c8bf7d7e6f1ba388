import { randomUUID } from 'node:crypto';
import { parsePath } from '../../../formats/paths/repository-path.js';
import { CommandFault } from '../command-fault.js';
import type { PreservationClient } from '../../api/preservation-client.js';
import type { Container, ImportResult, Resource } from '../../api/resources.js';
import type { Tree } from '../deposit/sync-plan.js';

/** What is said of an archival group in the repository. */
export interface GroupSummary {
  readonly name: string | null;
  /** OCFL label. */
  readonly version: string;
  readonly origin: string;
  readonly files: number;
  readonly bytes: number;
}

/** The number of a version with an OCFL label. */
export const versionNumber = (label: string): number => Number(label.slice(1));

/** An archival group in the repository. */
export interface Group extends GroupSummary {
  readonly tree: Tree;
  /** Of each file, by its path in the group. */
  readonly sizes: ReadonlyMap<string, number>;
}

const descendants = function* ({ binaries, containers }: Container): Generator<Resource> {
  yield* binaries;
  for (const container of containers) {
    yield container;
    yield* descendants(container);
  }
};

/** The path of a resource in the group with this id. */
const pathIn = (groupId: string, { id }: Pick<Resource, 'id'>): string => parsePath((id ?? '').slice(groupId.length));

/** Throws CommandFault where another resource is at the path. */
const requireGroup = (value: Resource, escaped: string): Container => {
  if (value.type === 'ArchivalGroup') return value;
  throw new CommandFault(`/repository/${escaped} is a ${value.type}, not an ArchivalGroup; choose another path.`);
};

/**
 * The archival group at an escaped repository path; null when the path does not exist. Throws CommandFault where it is
 * another resource.
 */
export const readGroup = async (client: PreservationClient, escaped: string): Promise<Group | null> => {
  const value = await client.getResource(escaped);
  if (value === null) return null;
  const group = requireGroup(value, escaped);
  const files = new Map<string, string | null>();
  const sizes = new Map<string, number>();
  const folders = new Set<string>();
  let bytes = 0;
  for (const resource of descendants(group)) {
    const path = pathIn(group.id, resource);
    if (resource.type === 'Binary') {
      files.set(path, resource.digest);
      sizes.set(path, resource.size);
      bytes += resource.size;
    } else folders.add(path);
  }
  const { name = null, version, origin = '' } = group;
  if (version === undefined || version === null) throw new CommandFault(`/repository/${escaped} has no version.`);
  return { name, version: version.ocflVersion, origin, tree: { files, folders }, sizes, files: files.size, bytes };
};

/**
 * What is said of a group after an import, of which only names and dates are read again. Throws CommandFault where it is
 * not there.
 */
export const groupAfter = async (
  client: PreservationClient,
  escaped: string,
  before: Group | null,
  { newVersion, binariesAdded: added, binariesPatched: patched, binariesDeleted: deleted }: ImportResult,
): Promise<GroupSummary> => {
  const value = await client.getResource(escaped, { view: 'lightweight' });
  if (value === null || newVersion === null)
    throw new CommandFault('The archival group cannot be found after its import.');
  const { id, name = null, origin = '' } = requireGroup(value, escaped);
  const sizeBefore = (resource: Resource): number => before?.sizes.get(pathIn(id, resource)) ?? 0;
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
  const written = sum([...added, ...patched].map(({ size }) => size));
  const replaced = sum([...patched, ...deleted].map(sizeBefore));
  return {
    name,
    version: newVersion,
    origin,
    files: (before?.files ?? 0) + added.length - deleted.length,
    bytes: (before?.bytes ?? 0) + written - replaced,
  };
};

/** The missing containers above a path. Throws CommandFault where one of them is another resource. */
export const missingContainers = async (
  client: PreservationClient,
  segments: readonly string[],
): Promise<readonly string[]> => {
  const missing: string[] = [];
  for (let depth = 1; depth < segments.length; depth++) {
    const path = segments.slice(0, depth).join('/');
    const found = await client.headResource(path);
    if (found === null) missing.push(path);
    else if (found.type !== 'Container') {
      throw new CommandFault(`/repository/${path} is not a Container (${found.type ?? 'of unknown type'}).`);
    }
  }
  return missing;
};

/** Creates the missing containers above a path. */
export const ensureContainers = async (client: PreservationClient, segments: readonly string[]): Promise<void> => {
  for (const path of await missingContainers(client, segments))
    await client.putResource(path, { idempotencyKey: randomUUID() });
};

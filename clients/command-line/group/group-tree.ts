import { randomUUID } from 'node:crypto';
import { parsePath } from '../../../formats/paths/repository-path.js';
import { CommandFault } from '../command-fault.js';
import type { PreservationClient } from '../../api/preservation-client.js';
import type { Container, Resource } from '../../api/resources.js';
import type { Tree } from '../deposit/sync-plan.js';

/** An archival group in the repository. */
export interface Group {
  readonly id: string;
  readonly name: string | null;
  /** OCFL label. */
  readonly version: string;
  readonly origin: string;
  readonly tree: Tree;
  /** Of each file, by its path in the group. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly files: number;
  readonly bytes: number;
}

const descendants = function* ({ binaries, containers }: Container): Generator<Resource> {
  yield* binaries;
  for (const container of containers) {
    yield container;
    yield* descendants(container);
  }
};

/**
 * The archival group at an escaped repository path; null when the path does not exist. Throws CommandFault where it is
 * another resource.
 */
export const readGroup = async (client: PreservationClient, escaped: string): Promise<Group | null> => {
  const value = await client.getResource(escaped);
  if (value === null) return null;
  if (value.type !== 'ArchivalGroup') {
    throw new CommandFault(`/repository/${escaped} is a ${value.type}, not an ArchivalGroup; choose another path.`);
  }
  const files = new Map<string, string | null>();
  const sizes = new Map<string, number>();
  const folders = new Set<string>();
  let bytes = 0;
  for (const resource of descendants(value)) {
    const path = parsePath((resource.id ?? '').slice(value.id.length));
    if (resource.type === 'Binary') {
      files.set(path, resource.digest);
      sizes.set(path, resource.size);
      bytes += resource.size;
    } else folders.add(path);
  }
  const { id, name = null, version, origin = '' } = value;
  if (version === undefined || version === null) throw new CommandFault(`/repository/${escaped} has no version.`);
  return { id, name, version: version.ocflVersion, origin, tree: { files, folders }, sizes, files: files.size, bytes };
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

import { randomUUID } from 'node:crypto';
import { readPath } from '../../api/repository-path.js';
import { CommandFault } from '../command-fault.js';
import type { PreservationClient } from '../../api/preservation-client.js';
import type { Tree } from '../deposit/sync-plan.js';

interface Resource {
  readonly id: string;
  readonly type: string;
  readonly digest?: string | null;
  readonly size?: number;
  readonly containers?: readonly Resource[];
  readonly binaries?: readonly Resource[];
}

interface GroupResource extends Resource {
  readonly name: string | null;
  /** `s3://<bucket>/<object path>`. */
  readonly origin?: string;
  readonly version: { readonly ocflVersion: string };
}

/** An archival group as the repository shows it. */
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

const descendants = function* (resource: Resource): Generator<Resource> {
  yield* resource.binaries ?? [];
  for (const container of resource.containers ?? []) {
    yield container;
    yield* descendants(container);
  }
};

/** The archival group at an escaped repository path; null when nothing is there. */
export const readGroup = async (client: PreservationClient, escaped: string): Promise<Group | null> => {
  const { status, value } = await client.call<GroupResource>('GET', `/repository/${escaped}`, { expected: [200, 404] });
  if (status === 404) return null;
  if (value.type !== 'ArchivalGroup') {
    throw new CommandFault(`/repository/${escaped} is a ${value.type}, not an ArchivalGroup; choose another path.`);
  }
  const files = new Map<string, string | null>();
  const sizes = new Map<string, number>();
  const folders = new Set<string>();
  let bytes = 0;
  for (const resource of descendants(value)) {
    const path = readPath(resource.id.slice(value.id.length));
    const { size = 0 } = resource;
    if (resource.type === 'Binary') {
      files.set(path, resource.digest ?? null);
      sizes.set(path, size);
    } else folders.add(path);
    bytes += size;
  }
  const { id, name, version, origin = '' } = value;
  return { id, name, version: version.ocflVersion, origin, tree: { files, folders }, sizes, files: files.size, bytes };
};

/** The containers above a path that are not there. Throws CommandFault where something else stands in their place. */
export const missingContainers = async (
  client: PreservationClient,
  segments: readonly string[],
): Promise<readonly string[]> => {
  const missing: string[] = [];
  for (let depth = 1; depth < segments.length; depth++) {
    const path = `/repository/${segments.slice(0, depth).join('/')}`;
    const { status, headers } = await client.call('HEAD', path, { expected: [200, 404] });
    const type = headers.get('x-preservation-resource-type');
    if (status === 404) missing.push(path);
    else if (type !== 'Container') throw new CommandFault(`${path} is not a Container (${type ?? 'of unknown type'}).`);
  }
  return missing;
};

/** Makes what is missing of the containers above a path. */
export const ensureContainers = async (client: PreservationClient, segments: readonly string[]): Promise<void> => {
  for (const path of await missingContainers(client, segments))
    await client.call('PUT', path, { expected: [201], headers: { 'idempotency-key': randomUUID() } });
};

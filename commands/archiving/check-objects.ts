import { forEachConcurrently } from '../../flow/concurrently.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Deposit } from '../deposit/state.js';
import { pathInPayload, type FilesRoot } from '../workspace/workspace-files.js';
import { computedOf } from '../workspace/digests/computed-digests.js';
import type { SeenObject } from '../workspace/digests/digest-reader.js';
import { isMarker, type WorkspaceObject } from '../workspace/workspace-object.js';
import type { NeededContent } from './check-content.js';
import type { FailureList } from './failure-list.js';
import type { PreservedVersion } from './preserved-version.js';

/** Reads an object for its SHA-256; null where it was replaced or deleted since it was seen. */
export type ReadDigest = (object: SeenObject) => Promise<string | null>;

interface Comparison {
  readonly deposit: Deposit;
  readonly filesRoot: FilesRoot;
  /** Null where there is none to compare with. */
  readonly version: PreservedVersion | null;
  readonly readDigest: ReadDigest | null;
  readonly failures: FailureList;
  readonly signal?: AbortSignal | undefined;
}

interface CheckedObjects {
  readonly removable: ReadonlyMap<string, WorkspaceObject['listed']>;
  readonly files: number;
  readonly bytes: number;
  readonly unread: number;
  readonly needed: readonly NeededContent[];
}

/** How many objects are read for their digest at the same time. */
const CONCURRENT_READS = 4;

/** Compares the objects to remove with the version, by path and digest. */
export const checkObjects = async (
  dependencies: Dependencies,
  objects: readonly WorkspaceObject[],
  comparison: Comparison,
): Promise<CheckedObjects> => {
  const { deposit, filesRoot, version, readDigest, failures, signal } = comparison;
  const { bucket, prefix } = deposit.files;
  const seen = ({ path, etag, size }: WorkspaceObject): SeenObject => ({ bucket, key: prefix + path, etag, size });
  const files = objects.filter((each) => !isMarker(each));
  const computed = await computedOf(
    dependencies,
    deposit.depositId,
    files.filter(({ sha256 }) => sha256 === null).map(seen),
  );
  const knownOf = ({ sha256, path }: WorkspaceObject): string | null =>
    sha256 ?? computed.get(prefix + path)?.sha256 ?? null;
  const needed: NeededContent[] = [];
  let unread = 0;
  const compare = async (object: WorkspaceObject, against: PreservedVersion): Promise<string | null> => {
    const path = pathInPayload(object.path, filesRoot);
    const digest = against.digests.get(path);
    if (object.etag !== object.listed.etag) return 'The file was changed while the workspace was listed.';
    if (digest === undefined) return `The file is not in ${against.label}.`;
    const known = knownOf(object);
    if (known === null && readDigest === null) {
      unread += 1;
      return null;
    }
    const sha256 = known ?? (await readDigest?.(seen(object))) ?? null;
    if (sha256 === null) return 'The file was changed while it was read.';
    if (sha256 !== digest.toLowerCase()) return `The file is another one than in ${against.label}.`;
    needed.push({ path: object.path, digest, size: object.size });
    return null;
  };
  await forEachConcurrently(version === null ? [] : files, { width: CONCURRENT_READS, signal }, async (object) => {
    const problem = version === null ? null : await compare(object, version);
    if (problem !== null) failures.add(object.path, problem);
  });
  return {
    removable: new Map(objects.map(({ path, listed }) => [prefix + path, listed])),
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    unread,
    needed,
  };
};

import type { ByteStore, ListedObject } from '../../formats/bytes.js';
import { mapConcurrently } from '../../flow/concurrently.js';
import { workspaceObject, type WorkspaceObject } from './workspace-object.js';

/** How many HEAD requests run concurrently; a listing has neither digest nor type nor name. */
const CONCURRENT_LOOKUPS = 32;

/** Stores may give times in whole seconds: an object replaced within one may look the same in a listing. */
const TOO_YOUNG_MS = 2_000;

/** The objects of an earlier listing of a workspace. */
export interface KnownObjects {
  readonly byPath: ReadonlyMap<string, WorkspaceObject>;
  /** When that listing was begun. */
  readonly begun: Date;
}

export const nothingKnown: KnownObjects = { byPath: new Map(), begun: new Date(0) };

/**
 * Everything below a prefix, in the order of the keys. Each object is looked up, many concurrently, unless it is known
 * and unchanged by key, ETag and time. Objects that are deleted meanwhile are left out. Rejects with ByteStoreFault.
 */
export const readObjects = async (
  bytes: ByteStore,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  known: KnownObjects = nothingKnown,
): Promise<WorkspaceObject[]> => {
  const read = async (listed: ListedObject): Promise<WorkspaceObject | null> => {
    const path = listed.key.slice(prefix.length);
    if (path === '') return null; // the marker of the workspace itself
    const before = known.byPath.get(path);
    if (before !== undefined && isUnchanged(before, listed, known.begun)) return before;
    const info = await bytes.head(listed);
    return info === null ? null : workspaceObject(path, listed, info);
  };
  const found = await mapConcurrently(bytes.list(bucket, prefix), { width: CONCURRENT_LOOKUPS }, read);
  return found.filter((each) => each !== null);
};

const isUnchanged = ({ listed: before }: WorkspaceObject, listed: ListedObject, begun: Date): boolean =>
  before.etag === listed.etag &&
  before.modified.getTime() === listed.lastModified.getTime() &&
  !isTooYoung(before.modified, begun);

/** Equal bytes have the same ETag, even if type and name differ: only the time distinguishes them. */
const isTooYoung = (modified: Date, asked: Date): boolean =>
  modified.getMilliseconds() === 0 && asked.getTime() - modified.getTime() < TOO_YOUNG_MS;

import type { ByteStore, ListedObject } from '../../formats/bytes.js';
import { mapConcurrently } from '../../flow/concurrently.js';
import { workspaceObject, type WorkspaceObject } from './workspace-object.js';

/** How many objects are asked for at once; a listing alone knows neither digest nor type nor name. */
const ASKED_AT_ONCE = 32;

/** Stores may tell time by the second: within one, an object may be replaced and look the same in a listing. */
const TOO_YOUNG_MS = 2_000;

/** What was read of a workspace before. */
export interface KnownObjects {
  readonly byPath: ReadonlyMap<string, WorkspaceObject>;
  /** When the listing was begun that they come from. */
  readonly begun: Date;
}

export const nothingKnown: KnownObjects = { byPath: new Map(), begun: new Date(0) };

/**
 * Everything below a prefix, in the order of the keys. The store is asked for each object, many at once, but for those
 * that are known and unchanged by key, ETag and time. What is deleted meanwhile is left out.
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
  const found = await mapConcurrently(bytes.list(bucket, prefix), { width: ASKED_AT_ONCE }, read);
  return found.filter((each) => each !== null);
};

const isUnchanged = ({ listed: before }: WorkspaceObject, listed: ListedObject, begun: Date): boolean =>
  before.etag === listed.etag &&
  before.modified.getTime() === listed.lastModified.getTime() &&
  !isTooYoung(before.modified, begun);

/** Equal bytes under the same key have one ETag, whatever type and name they came with: only the time tells them apart. */
const isTooYoung = (modified: Date, asked: Date): boolean =>
  modified.getMilliseconds() === 0 && asked.getTime() - modified.getTime() < TOO_YOUNG_MS;

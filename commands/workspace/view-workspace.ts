import type { Refusal } from '../core/decider.js';
import { deposit as decider } from '../deposit/decider.js';
import { depositNotFound } from '../deposit/checks.js';
import { existing, type Deposit } from '../deposit/state.js';
import { fold } from '../core/fold.js';
import type { Dependencies } from '../core/dependencies.js';
import { depositStream } from '../core/stream-names.js';
import { dropKept, findKept, keep, type FoundObjects, type KeptObjects } from './kept-objects.js';
import { changeTokenOf } from './change-token.js';
import { namedAsFolder } from './named-as-folder.js';
import { readWithTools, type ReadWorkspace } from './read-tools.js';
import { type WorkspaceObject, workspaceObject } from './workspace-object.js';
import { refused, success, type Result } from '../../flow/result.js';
import type { ByteStore, ListedObject } from '../../formats/bytes.js';
import { mapConcurrently } from '../../flow/concurrently.js';

/** A deposit and what is in its workspace. */
export interface WorkspaceView extends ReadWorkspace {
  readonly deposit: Deposit;
}

/** The workspace of a deposit, refused where it has a file whose key is that of a folder. Otherwise as `listWorkspace`. */
export const viewWorkspace = async (
  dependencies: Dependencies,
  depositId: string,
  options: { readonly fresh: boolean },
): Promise<Result<WorkspaceView, Refusal>> => {
  const listed = await listWorkspace(dependencies, depositId, options);
  const refusal = listed.ok ? namedAsFolder(listed.value.objects) : null;
  return refusal === null ? listed : refused(refusal);
};

/**
 * All that is in the workspace of a deposit (preservation 2.7, companion 8): the cached listing, unless the deposit's
 * stream or the change token is newer, or it is to be `fresh`. Then it is listed again; only new or changed objects are
 * looked up.
 */
export const listWorkspace = async (
  dependencies: Dependencies,
  depositId: string,
  { fresh }: { readonly fresh: boolean },
): Promise<Result<WorkspaceView, Refusal>> => {
  const { state, revision } = await fold(dependencies.events, decider, depositStream(depositId));
  const deposit = existing(state);
  if (deposit === null || revision === 'none') return refused(depositNotFound(depositId));
  const read = async (again: boolean): Promise<readonly WorkspaceObject[]> => {
    const [changeToken, found] = await Promise.all([
      changeTokenOf(dependencies, depositId),
      findKept(dependencies, depositId),
    ]);
    const { kept } = found;
    const isCurrent = kept !== null && kept.revision >= revision && kept.changeToken === changeToken;
    return isCurrent && !fresh && !again
      ? kept.objects
      : refresh(dependencies, deposit, { revision, changeToken }, found);
  };
  return success({ deposit, ...(await readWithTools(dependencies.bytes, deposit.files, read)) });
};

const refresh = async (
  dependencies: Dependencies,
  { depositId, files }: Deposit,
  seen: Pick<KeptObjects, 'revision' | 'changeToken'>,
  found: FoundObjects,
): Promise<readonly WorkspaceObject[]> => {
  const begun = dependencies.now();
  const objects = await readObjects(dependencies.bytes, files, found.kept === null ? nothingKnown : known(found.kept));
  await keep(dependencies, depositId, { ...seen, begun, objects }, found);
  // Delete the listing again where the deposit was deleted before it was stored.
  const { state } = await fold(dependencies.events, decider, depositStream(depositId));
  if (existing(state) === null) await dropKept(dependencies, depositId);
  return objects;
};

const known = ({ objects, begun }: KeptObjects): KnownObjects => ({
  byPath: new Map(objects.map((object) => [object.path, object])),
  begun,
});

/** How many HEAD requests run concurrently; a listing has neither digest nor type nor name. */
const CONCURRENT_LOOKUPS = 32;

/** Stores may give times in whole seconds: an object replaced within one may look the same in a listing. */
const TOO_YOUNG_MS = 2_000;

/** The objects of an earlier listing of a workspace. */
interface KnownObjects {
  readonly byPath: ReadonlyMap<string, WorkspaceObject>;
  /** When that listing was begun. */
  readonly begun: Date;
}

const nothingKnown: KnownObjects = { byPath: new Map(), begun: new Date(0) };

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

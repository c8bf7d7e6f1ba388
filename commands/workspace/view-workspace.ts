import type { Refusal } from '../core/decider.js';
import { depositNotFound } from '../deposit/checks.js';
import type { Deposit } from '../deposit/state.js';
import type { Dependencies } from '../core/dependencies.js';
import { foldDeposit, readDeposit, type FoldedDeposit } from '../deposit/deposit-stream.js';
import { dropKept, findKept, keep, keptListingOf, type FoundObjects, type KeptObjects } from './kept-objects.js';
import { claimsOf } from './digests/claimed-digests.js';
import { changeTokenOf } from './change-token.js';
import { isTooYoung } from './listed-state.js';
import { namedAsFolder, type WorkspaceObject, workspaceObject } from './workspace-object.js';
import { readWithTools, type ReadWorkspace } from './read-tools.js';
import { refused, success, type Result } from '../../flow/result.js';
import type { ByteStore, ListedObject } from '../../formats/bytes.js';
import { mapConcurrently } from '../../flow/concurrently.js';

/** A deposit and what is in its workspace. */
export interface WorkspaceView extends ReadWorkspace {
  readonly deposit: Deposit;
  readonly readFrom: WorkspaceState;
  /** When it was listed. */
  readonly begun: Date;
}

/** What a view of a workspace is made of: it is the same while these are. */
export interface WorkspaceState extends Pick<KeptObjects, 'revision' | 'changeToken'> {
  /** ETag of the cached listing; null where the listing is not cached. */
  readonly listing: string | null;
}

/** What a view of the workspace would be made of now, unless it is asked for anew. */
export const readWorkspaceState = async (
  dependencies: Dependencies,
  { state: { depositId }, revision }: FoldedDeposit,
): Promise<WorkspaceState> => {
  const [changeToken, listing] = await Promise.all([
    changeTokenOf(dependencies, depositId),
    keptListingOf(dependencies, depositId),
  ]);
  return { revision, changeToken, listing };
};

export interface ListingOptions {
  /** Whether the workspace is listed again in any case. */
  readonly fresh: boolean;
  /** Told how many objects were listed so far. */
  readonly onListed?: (listed: number) => void;
}

/** The workspace of a deposit, refused where it has a file whose key is that of a folder. Otherwise as `listWorkspace`. */
export const viewWorkspace = async (
  dependencies: Dependencies,
  depositId: string,
  options: ListingOptions,
): Promise<Result<WorkspaceView, Refusal>> => {
  const folded = await foldDeposit(dependencies.events, depositId);
  return folded === null ? refused(depositNotFound(depositId)) : viewFolded(dependencies, folded, options);
};

/** As `viewWorkspace`, for a deposit that the caller has folded. */
export const viewFolded = async (
  dependencies: Dependencies,
  folded: FoldedDeposit,
  options: ListingOptions,
): Promise<Result<WorkspaceView, Refusal>> => {
  const listed = await listFolded(dependencies, folded, options);
  const refusal = namedAsFolder(listed.objects);
  return refusal === null ? success(listed) : refused(refusal);
};

/**
 * All that is in the workspace of a deposit (preservation 2.7, companion 8): the cached listing, unless the deposit's
 * stream or the change token is newer, or it is to be `fresh`. Then it is listed again; only new or changed objects are
 * looked up.
 */
export const listWorkspace = async (
  dependencies: Dependencies,
  depositId: string,
  options: ListingOptions,
): Promise<Result<WorkspaceView, Refusal>> => {
  const folded = await foldDeposit(dependencies.events, depositId);
  return folded === null
    ? refused(depositNotFound(depositId))
    : success(await listFolded(dependencies, folded, options));
};

const listFolded = async (
  dependencies: Dependencies,
  { state: deposit, revision }: FoldedDeposit,
  { fresh, onListed }: ListingOptions,
): Promise<WorkspaceView> => {
  const { depositId } = deposit;
  let readFrom: WorkspaceState = { revision, changeToken: null, listing: null };
  let begun = dependencies.now();
  const read = async (again: boolean): Promise<readonly WorkspaceObject[]> => {
    const [changeToken, found] = await Promise.all([
      changeTokenOf(dependencies, depositId),
      findKept(dependencies, depositId),
    ]);
    const { kept } = found;
    const isCurrent = kept !== null && kept.revision >= revision && kept.changeToken === changeToken;
    if (isCurrent && !fresh && !again) {
      readFrom = { revision, changeToken, listing: found.etag };
      ({ begun } = kept);
      return kept.objects;
    }
    begun = dependencies.now();
    const { objects, listing } = await refresh(
      dependencies,
      deposit,
      { revision, changeToken, begun },
      { found, onListed },
    );
    readFrom = { revision, changeToken, listing };
    return objects;
  };
  const found = await readWithTools(dependencies.bytes, deposit.files, read);
  return { deposit, objects: found.objects, tools: await withClaims(dependencies, deposit, found), readFrom, begun };
};

/** What tools say, and what clients claimed of files that they uploaded in parts. */
const withClaims = async (
  dependencies: Dependencies,
  { depositId, files: { bucket, prefix } }: Deposit,
  { objects, tools }: ReadWorkspace,
): Promise<ReadWorkspace['tools']> => {
  const lacking = objects.filter(({ sha256 }) => sha256 === null);
  const seen = lacking.map(({ path, etag, size }) => ({ bucket, key: prefix + path, etag, size, sha256: null }));
  const claims = await claimsOf(dependencies, depositId, seen);
  if (claims.size === 0) return tools;
  const entries = new Map(tools.entries);
  const root = prefix + tools.filesRoot;
  for (const [key, claim] of claims) {
    const path = key.slice(root.length);
    if (key.startsWith(root)) entries.set(path, [...(entries.get(path) ?? []), claim]);
  }
  return { ...tools, entries };
};

const refresh = async (
  dependencies: Dependencies,
  { depositId, files }: Deposit,
  seen: Omit<KeptObjects, 'objects'>,
  { found, onListed }: { readonly found: FoundObjects; readonly onListed: ListingOptions['onListed'] },
): Promise<{ readonly objects: readonly WorkspaceObject[]; readonly listing: string | null }> => {
  const before = found.kept === null ? nothingKnown : known(found.kept);
  const objects = await readObjects(dependencies.bytes, files, before, onListed);
  const listing = await keep(dependencies, depositId, { ...seen, objects }, found);
  // Delete the listing again where the deposit was deleted before it was stored.
  if ((await readDeposit(dependencies.events, depositId)) === null) await dropKept(dependencies, depositId);
  return { objects, listing };
};

const known = ({ objects, begun }: KeptObjects): KnownObjects => ({
  byPath: new Map(objects.map((object) => [object.path, object])),
  begun,
});

/** How many HEAD requests run concurrently; a listing has neither digest nor type nor name. */
const CONCURRENT_LOOKUPS = 32;

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
  onListed: ListingOptions['onListed'] = () => undefined,
): Promise<WorkspaceObject[]> => {
  let begun = 0;
  const read = async (listed: ListedObject): Promise<WorkspaceObject | null> => {
    const path = listed.key.slice(prefix.length);
    if (path === '') return null; // the marker of the workspace itself
    onListed(++begun);
    const before = known.byPath.get(path);
    if (before !== undefined && isUnchanged(before, listed, known.begun)) return before;
    const info = await bytes.head(listed);
    return info === null ? null : workspaceObject(path, listed, info);
  };
  const found = await mapConcurrently(bytes.list(bucket, prefix), { width: CONCURRENT_LOOKUPS }, read);
  return found.filter((each) => each !== null);
};

/** Equal bytes have the same ETag, even if type and name differ: only the time distinguishes them. */
const isUnchanged = ({ listed: before }: WorkspaceObject, listed: ListedObject, begun: Date): boolean =>
  before.etag === listed.etag &&
  before.modified.getTime() === listed.lastModified.getTime() &&
  !isTooYoung(before.modified, begun);

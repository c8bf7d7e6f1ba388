import { ByteStoreFault, ifThere, conditionHeld, type ObjectAddress } from '../../formats/bytes.js';
import { readWhole } from '../../formats/read-whole.js';
import type { Dependencies } from '../core/dependencies.js';
import { workspaceFileAddress, type Store } from './change-token.js';
import type { WorkspaceObject } from './workspace-object.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced } from '../../flow/slices.js';

/** A cached listing of a workspace, shared by all gateways (ADR 16). */
export interface KeptObjects {
  /** Of the deposit's stream before the listing was begun: later changes may be missing. */
  readonly revision: bigint;
  /** The change token of the workspace, read before the listing too; null without one. */
  readonly changeToken: string | null;
  readonly begun: Date;
  readonly objects: readonly WorkspaceObject[];
}

/** The format of the file; a file of another format is replaced. */
const SCHEMA = 2;

/** The number of keys that a store deletes with one request. */
const BATCH = 1_000;

/** How often to try when another process writes the file first. */
const ATTEMPTS = 3;

const addressOf = (store: Store, depositId: string): ObjectAddress =>
  workspaceFileAddress(store, `${depositId}.ndjson`);

export interface FoundObjects {
  /** Null where there is no file, or one of another format. */
  readonly kept: KeptObjects | null;
  /** Of the file; null without one. */
  readonly etag: string | null;
}

/** ETag of the cached listing of a deposit's workspace; null without one. */
export const keptListingOf = async (store: Store, depositId: string): Promise<string | null> =>
  (await store.bytes.head(addressOf(store, depositId)))?.etag ?? null;

/** The cached listing of a deposit's workspace. */
export const findKept = async (store: Store, depositId: string): Promise<FoundObjects> => {
  const file = await ifThere(() => readWhole(store.bytes, addressOf(store, depositId)));
  return file === null
    ? { kept: null, etag: null }
    : { kept: await parsed(file.bytes.toString()), etag: file.info.etag };
};

/**
 * Stores a listing over the one that was `found`, or that another process stored meanwhile, unless that is newer.
 * Ignores a ByteStoreFault: the next reader lists the workspace again. Answers the ETag of the listing where it is stored.
 */
export const keep = async (
  store: Store,
  depositId: string,
  read: KeptObjects,
  found: FoundObjects,
): Promise<string | null> => {
  if (found.kept !== null && isSame(found.kept, read)) return found.etag;
  const at = addressOf(store, depositId);
  const body = Buffer.from(await rendered(read));
  try {
    let over = found;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (over.kept !== null && isNewer(over.kept, read)) return null;
      const etag = await stored(store, at, body, over.etag);
      if (etag !== null) return etag;
      over = await findKept(store, depositId);
    }
  } catch (error) {
    if (!(error instanceof ByteStoreFault)) throw error;
  }
  return null;
};

/** Whether neither the objects nor the deposit have changed. */
const isSame = (kept: KeptObjects, { revision, changeToken, objects }: KeptObjects): boolean =>
  kept.revision === revision &&
  kept.changeToken === changeToken &&
  kept.objects.length === objects.length &&
  kept.objects.every((object, index) => object === objects[index]);

const isNewer = (kept: KeptObjects, read: KeptObjects): boolean =>
  kept.revision === read.revision ? kept.begun > read.begun : kept.revision > read.revision;

/** The ETag of the stored file; null where another process wrote the file first. */
const stored = async (
  { bytes }: Store,
  at: ObjectAddress,
  body: Buffer,
  over: string | null,
): Promise<string | null> => {
  const onlyIf = over === null ? 'absent' : { etag: over };
  let etag: string | null = null;
  const write = async (): Promise<void> => {
    ({ etag } = await bytes.put(at, body, { contentType: 'application/x-ndjson', onlyIf }));
  };
  return (await conditionHeld(write())) ? etag : null;
};

/**
 * Deletes the cached listing, the change token and the digests of a deposit, computed and claimed, and the findings of its
 * runs, if there are any.
 */
export const dropKept = async (store: Store & Pick<Dependencies, 'removal'>, depositId: string): Promise<void> => {
  const { bucket, key: prefix } = workspaceFileAddress(store, `${depositId}.`);
  let keys: string[] = [];
  for await (const { key } of store.bytes.list(bucket, prefix)) {
    if (keys.push(key) < BATCH) continue;
    await store.removal.staging.delete(keys);
    keys = [];
  }
  if (keys.length > 0) await store.removal.staging.delete(keys);
};

const rendered = async ({ revision, changeToken, begun, objects }: KeptObjects): Promise<string> => {
  const lines = [JSON.stringify({ schema: SCHEMA, revision: revision.toString(), mark: changeToken, begun })];
  await runInSlices(eachSliced(objects, (object) => lines.push(JSON.stringify(object))));
  return lines.join('\n');
};

interface Heading {
  readonly schema: number;
  readonly revision: string;
  readonly mark: string | null;
  readonly begun: string;
}

/** Null for another format. */
const parsed = async (text: string): Promise<KeptObjects | null> => {
  const [heading = '', ...lines] = text.split('\n');
  try {
    const { schema, revision, mark, begun } = JSON.parse(heading) as Heading;
    if (schema !== SCHEMA) return null;
    const objects: WorkspaceObject[] = [];
    await runInSlices(eachSliced(lines, (line) => objects.push(objectOf(line))));
    return { revision: BigInt(revision), changeToken: mark, begun: new Date(begun), objects };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

type WrittenObject = Omit<WorkspaceObject, 'modified' | 'fileModified' | 'listed'> & {
  readonly modified: string;
  readonly fileModified: string | null;
  readonly listed: { readonly etag: string; readonly modified: string };
};

const objectOf = (line: string): WorkspaceObject => {
  const { listed, modified, fileModified, ...rest } = JSON.parse(line) as WrittenObject;
  return {
    ...rest,
    modified: new Date(modified),
    fileModified: fileModified === null ? null : new Date(fileModified),
    listed: { etag: listed.etag, modified: new Date(listed.modified) },
  };
};

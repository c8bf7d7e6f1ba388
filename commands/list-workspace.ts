import type { ByteStore, ListedObject, ObjectInfo } from '../formats/bytes.js';
import { ancestorsOf } from '../formats/paths/repository-path.js';
import type { Workspace, WorkspaceFile } from './import-diff/sources.js';

/** How many objects are asked for at once; a listing alone knows neither digest nor type. */
const ASKED_AT_ONCE = 32;

/** The name a client recorded for a file whose key is another (companion 4.3): form-encoded, so `+` is a space. */
export const originalName = ({ metadata }: ObjectInfo): string | null => {
  const encoded = metadata['original-name'];
  if (encoded === undefined || encoded === '') return null;
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return encoded;
  }
};

/** Everything below a deposit's prefix, with what the store knows of each object; paths are relative to the prefix. */
export const listWorkspace = async (
  bytes: ByteStore,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
): Promise<Workspace> => {
  const files = new Map<string, WorkspaceFile>();
  const folders = new Map<string, { name: string | null }>();
  const note = async (listed: ListedObject): Promise<void> => {
    const info = await bytes.head(listed);
    if (info === null) return; // deleted since it was listed
    const path = listed.key.slice(prefix.length);
    if (path === '') return;
    if (path.endsWith('/')) {
      folders.set(path.slice(0, -1), { name: originalName(info) });
      return;
    }
    const { key, size, etag, sha256, contentType } = info;
    files.set(path, { path, key, size, etag, sha256, contentType, name: originalName(info) });
  };
  const listing = bytes.list(bucket, prefix)[Symbol.asyncIterator]();
  const work = async (): Promise<void> => {
    for (let next = await listing.next(); next.done !== true; next = await listing.next()) await note(next.value);
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, work));
  for (const path of [...files.keys(), ...folders.keys()]) {
    for (const folder of path.includes('/') ? ancestorsOf(path) : []) {
      if (!folders.has(folder)) folders.set(folder, { name: null });
    }
  }
  return { files, folders };
};

/** Whether any object lies below a prefix. */
export const holdsAny = async (bytes: ByteStore, bucket: string, prefix: string): Promise<boolean> => {
  const { done } = await bytes.list(bucket, prefix)[Symbol.asyncIterator]().next();
  return done !== true;
};

/** A workspace is in BagIt layout when it holds a `data/` folder (preservation 2.6). */
export const isBag = (workspace: Workspace): boolean => workspace.folders.has('data');

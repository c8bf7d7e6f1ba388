import type { ByteStore } from '../formats/bytes.js';
import { currentEntries } from '../formats/metadata/current-entries.js';
import { ancestorsOf } from '../formats/paths/repository-path.js';
import type { Workspace, WorkspaceFile } from './import-diff/sources.js';
import { readObjects } from './workspace/read-objects.js';
import { readWithTools } from './workspace/read-tools.js';
import { isMarker } from './workspace/workspace-object.js';

/**
 * Everything below a deposit's prefix, with what the store knows of each object and what tools say of it; paths are
 * relative to the prefix.
 */
export const listWorkspace = async (
  bytes: ByteStore,
  at: { readonly bucket: string; readonly prefix: string },
): Promise<Workspace> => {
  const files = new Map<string, WorkspaceFile>();
  const folders = new Map<string, { name: string | null }>();
  const { objects, tools } = await readWithTools(bytes, at, () => readObjects(bytes, at));
  for (const object of objects) {
    const { path, size, etag, sha256, contentType, name, modified } = object;
    if (isMarker(object)) folders.set(path.slice(0, -1), { name });
    else {
      const local = path.startsWith(tools.filesRoot) ? path.slice(tools.filesRoot.length) : null;
      const said = currentEntries(local === null ? [] : (tools.entries.get(local) ?? []), modified);
      files.set(path, { path, key: at.prefix + path, size, etag, sha256, contentType, name, said });
    }
  }
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

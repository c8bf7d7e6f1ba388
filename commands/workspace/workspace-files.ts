import type { ByteStore } from '../../formats/bytes.js';
import { currentEntries } from '../../formats/metadata/current-entries.js';
import { ancestorsOf } from '../../formats/paths/repository-path.js';
import type { MetadataEntry } from '../../formats/metadata/entries.js';
import type { WorkspaceView } from './view-workspace.js';
import { isMarker } from './workspace-object.js';

/** A file of a deposit's workspace; paths are relative to the deposit's root. */
export interface WorkspaceFile {
  readonly path: string;
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  /** Lower-case hex; null where the store has none for the whole object. */
  readonly sha256: string | null;
  /** As given at the upload. */
  readonly contentType: string | null;
  /** The recorded original name. */
  readonly name: string | null;
  /** When the file was changed before its upload; null where its upload did not record it. */
  readonly fileModified: Date | null;
  /** The metadata that tools give for it, as far as it is not outdated. */
  readonly toolMetadata: readonly MetadataEntry[];
}

export interface Workspace {
  readonly files: ReadonlyMap<string, WorkspaceFile>;
  /** Every folder, whether it has a marker object or is implied by a file; the name is the recorded original one. */
  readonly folders: ReadonlyMap<string, { readonly name: string | null }>;
}

/** The files and folders of a workspace, by paths relative to the deposit, as an import needs them. */
export const workspaceOf = ({ deposit, objects, tools }: WorkspaceView): Workspace => {
  const files = new Map<string, WorkspaceFile>();
  const folders = new Map<string, { name: string | null }>();
  for (const object of objects) {
    const { path, size, etag, sha256, contentType, name, modified, fileModified } = object;
    if (isMarker(object)) {
      folders.set(path.slice(0, -1), { name });
      continue;
    }
    const local = path.startsWith(tools.filesRoot) ? path.slice(tools.filesRoot.length) : null;
    const toolMetadata = currentEntries(local === null ? [] : (tools.entries.get(local) ?? []), modified);
    const key = deposit.files.prefix + path;
    files.set(path, { path, key, size, etag, sha256, contentType, name, fileModified, toolMetadata });
  }
  for (const path of [...files.keys(), ...folders.keys()]) {
    for (const folder of path.includes('/') ? ancestorsOf(path) : []) {
      if (!folders.has(folder)) folders.set(folder, { name: null });
    }
  }
  return { files, folders };
};

/** Whether any key begins with a prefix. */
export const holdsAny = async (bytes: ByteStore, bucket: string, prefix: string): Promise<boolean> => {
  const { done } = await bytes.list(bucket, prefix)[Symbol.asyncIterator]().next();
  return done !== true;
};

import type { ByteStore } from '../../formats/bytes.js';
import { currentEntries } from '../../formats/metadata/current-entries.js';
import { ancestorsOf } from '../../formats/paths/repository-path.js';
import type { MetadataEntry } from '../../formats/metadata/entries.js';
import type { WorkspaceView } from './view-workspace.js';
import { isMarker } from './workspace-object.js';
import { isManifest } from '../../formats/bagit/read-manifests.js';
import { refuse, type Refusal } from '../core/decider.js';
import { refused, success, type Result } from '../../flow/result.js';

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

/** The folder of the files to preserve: a workspace with a `data/` folder is a bag (preservation 2.6). */
export type FilesRoot = '' | 'data/';

/** The files and folders of a workspace that are to be preserved. */
export interface Payload extends Workspace {
  readonly filesRoot: FilesRoot;
}

/** A path relative to the deposit, as a path relative to the files to preserve. */
export const pathInPayload = (path: string, filesRoot: FilesRoot): string =>
  path.startsWith(filesRoot) ? path.slice(filesRoot.length) : path;

/**
 * The payload of a workspace: all of it or, of a bag, what is in `data/`, under paths without it, and a METS in its
 * root. Tag files are left out.
 */
export const payloadOf = (workspace: Workspace, metsPath: string | null): Result<Payload, Refusal> => {
  if (!workspace.folders.has('data')) return success({ ...workspace, filesRoot: '' });
  const files = new Map([...inData(workspace.files)].map(([path, file]) => [path, { ...file, path }]));
  const folders = new Map([...inData(workspace.folders)]);
  const mets = metsPath === null ? undefined : workspace.files.get(metsPath);
  if (mets !== undefined && !mets.path.startsWith('data/')) {
    if (files.has(mets.path) || folders.has(mets.path)) {
      return refused(refuse('deposit-inconsistent', `'${mets.path}' is both in the root of the bag and in data/.`));
    }
    files.set(mets.path, mets);
  }
  return success({ files, folders, filesRoot: 'data/' });
};

/** Whether the root of a workspace has a manifest of a bag's payload. */
export const hasManifest = async (
  bytes: Pick<ByteStore, 'list'>,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
): Promise<boolean> => {
  for await (const { key } of bytes.list(bucket, `${prefix}manifest-`))
    if (isManifest(key.slice(prefix.length), 'payload')) return true;
  return false;
};

function* inData<T>(entries: Iterable<readonly [string, T]>): Generator<[string, T]> {
  for (const [path, each] of entries) if (path.startsWith('data/')) yield [path.slice('data/'.length), each];
}

import type { ByteStore } from '../../formats/bytes.js';
import { isManifest } from '../../formats/bagit/read-manifests.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Workspace } from './workspace-files.js';
import { refused, success, type Result } from '../../flow/result.js';

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

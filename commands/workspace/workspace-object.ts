import type { ObjectInfo, ListedObject, ObjectAddress } from '../../formats/bytes.js';
import { fileModified } from '../../formats/file-modified.js';
import { isFolderMarker } from '../../formats/paths/folder-marker.js';
import { firstNames } from '../../flow/first-of-many.js';
import { refuse, type Refusal } from '../core/decider.js';

/** An object of a workspace. All members but `listed` come from one response of the store, so they fit together. */
export interface WorkspaceObject {
  /** Relative to the deposit; ends in `/` for a folder's marker, which has no bytes. */
  readonly path: string;
  readonly size: number;
  readonly etag: string;
  /** Lower-case hex; null where the store has none for the whole object. */
  readonly sha256: string | null;
  /** As given at the upload. */
  readonly contentType: string | null;
  /** The recorded original name. */
  readonly name: string | null;
  readonly modified: Date;
  /** When the file was changed before its upload; null where its upload did not record it. */
  readonly fileModified: Date | null;
  /** The values in the listing; an object with the same values is unchanged. */
  readonly listed: { readonly etag: string; readonly modified: Date };
}

/** The name that a client recorded for a file with another key (companion 4.3): form-encoded, so `+` is a space. */
export const originalName = ({ metadata }: Pick<ObjectInfo, 'metadata'>): string | null => {
  const encoded = metadata['original-name'];
  if (encoded === undefined || encoded === '') return null;
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return encoded;
  }
};

export const workspaceObject = (path: string, listed: ListedObject, info: ObjectInfo): WorkspaceObject => ({
  path,
  size: info.size,
  etag: info.etag,
  sha256: info.sha256,
  contentType: info.contentType,
  name: originalName(info),
  modified: info.lastModified,
  fileModified: fileModified(info),
  listed: { etag: listed.etag, modified: listed.lastModified },
});

export const isMarker = ({ path, size }: Pick<WorkspaceObject, 'path' | 'size'>): boolean => isFolderMarker(path, size);

/** Refuses objects that have bytes under a key of a folder: no METS and no version could name them. Null without any. */
export const namedAsFolder = (objects: readonly Pick<WorkspaceObject, 'path' | 'size'>[]): Refusal | null => {
  const files = objects.filter((each) => each.path.endsWith('/') && !isMarker(each));
  if (files.length === 0) return null;
  const named = firstNames(files.map(({ path, size }) => `'${path}' (${size} bytes)`));
  return refuse(
    'file-named-as-folder',
    `Only the key of a folder ends in a slash, and a folder has no bytes: ${named}. ` +
      'Upload such a file under a name without the slash at its end, or delete it.',
  );
};

/** Refuses an object that is to be imported where its key is that of a folder. */
export const originNamedAsFolder = ({ bucket, key }: ObjectAddress): Refusal | null =>
  key.endsWith('/')
    ? refuse('file-named-as-folder', `Origin s3://${bucket}/${key} ends in a slash, as only the key of a folder does.`)
    : null;

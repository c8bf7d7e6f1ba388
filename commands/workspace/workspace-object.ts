import type { ListedObject, ObjectInfo } from '../../formats/bytes.js';
import { fileModified } from './file-modified.js';

/** An object of a workspace. All that is said of it was true at one moment: it comes from one answer of the store. */
export interface WorkspaceObject {
  /** Relative to the deposit; that of a folder's marker ends in `/`. */
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
  /** When the file was changed where it came from; null where its upload did not say. */
  readonly fileModified: Date | null;
  /** As a listing had it when it was asked for: the same again means the same object. */
  readonly listed: { readonly etag: string; readonly modified: Date };
}

/** The name a client recorded for a file whose key is another (companion 4.3): form-encoded, so `+` is a space. */
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

export const isMarker = ({ path }: Pick<WorkspaceObject, 'path'>): boolean => path.endsWith('/');

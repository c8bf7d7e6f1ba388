import { escapePath } from '../paths/repository-path.js';
import { groupIds } from './group-manifest.js';
import type { ManifestOf } from './manifest.js';
import { mediaUri, paintedMedia, type MediaAddresses } from './painted-media.js';

/** A version of an archival group that a IIIF session shows. */
export interface OpenedGroupAddresses extends MediaAddresses {
  /** Of the group. */
  readonly path: string;
  /** The label of the version. */
  readonly version: string;
}

/** The address of the manifest, which is its id. */
export const openedGroupUri = ({ base, id, token }: Pick<MediaAddresses, 'base' | 'id' | 'token'>): string =>
  `${base}/archivalgroups/${id}/iiif-token/${token}`;

/**
 * The addresses and paintings of the manifest of a version, with media that the session serves. Its canvases and ranges
 * are those of the manifest of that version.
 */
export const openedGroupManifest = (at: OpenedGroupAddresses, label: string): ManifestOf => ({
  ...groupIds({ id: `${at.base}/iiif/${escapePath(at.path)}`, version: at.version }),
  id: openedGroupUri(at),
  label,
  metadata: [],
  paintsEveryImage: false,
  fileUri: (path) => mediaUri(at, 'file', path),
  painting: (canvas) => paintedMedia(at, canvas),
});

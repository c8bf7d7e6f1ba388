import type { BegunUpload } from '../../formats/bytes.js';
import type { ObjectStore } from '../../formats/object-store.js';
import type { Places } from './places.js';
import { isProven, type ProvenDebris, type ProvenUpload } from './proven-debris.js';

/** The bucket and prefix of a deposit's files. */
export interface WorkspacePlace {
  readonly bucket: string;
  readonly prefix: string;
}

/**
 * Everything that the platform may delete, by the kind of place, since a deletion is final. Each rejects with an Error,
 * before anything is deleted, for a key outside of its place; else with ByteStoreFault.
 */
export interface Removal {
  /** Keys below the prefix of one deposit, never in the bucket of the repository. */
  readonly workspaces: {
    delete(place: WorkspacePlace, keys: readonly string[]): Promise<void>;
    endUploads(place: WorkspacePlace, uploads: readonly BegunUpload[]): Promise<void>;
  };
  /** Keys of the staging bucket below the platform's own folders there. */
  readonly staging: { delete(keys: readonly string[]): Promise<void> };
  /** In the bucket of the repository, only what jobs that have ended are proven to have left (`proveDebris`). */
  readonly repository: {
    delete(debris: readonly ProvenDebris[]): Promise<void>;
    endUploads(uploads: readonly ProvenUpload[]): Promise<void>;
  };
}

const WORKSPACE_PREFIX = /^deposits\/[^/]+\/$/;
const STAGING_FOLDERS = ['imports/', 'workspaces/', 'sessions/', 'search/'];

const requireBelow = (prefixes: readonly string[], keys: readonly string[]): void => {
  const other = keys.find((key) => !prefixes.some((prefix) => key.startsWith(prefix)));
  if (other !== undefined) throw new Error(`${other} is not below ${prefixes.join(' or ')}; nothing was deleted`);
};

/** The removals of one store. */
export const openRemoval = (store: ObjectStore, { repository, staging }: Places): Removal => {
  const requireWorkspace = ({ bucket, prefix }: WorkspacePlace, keys: readonly string[]): void => {
    if (bucket === repository.bucket || !WORKSPACE_PREFIX.test(prefix))
      throw new Error(`${prefix} in ${bucket} is not the workspace of a deposit; nothing was deleted`);
    requireBelow([prefix], keys);
  };
  const requireProven = (things: readonly object[]): void => {
    if (!things.every(isProven)) throw new Error('what is not proven to be debris is not deleted; nothing was deleted');
  };
  return {
    workspaces: {
      async delete(place, keys) {
        requireWorkspace(place, keys);
        await store.delete(place.bucket, keys);
      },
      async endUploads(place, uploads) {
        requireWorkspace(
          place,
          uploads.map(({ key }) => key),
        );
        if (uploads.some(({ bucket }) => bucket !== place.bucket)) throw new Error('an upload is to another bucket');
        await store.abortUploads(uploads);
      },
    },
    staging: {
      async delete(keys) {
        requireBelow(
          STAGING_FOLDERS.map((folder) => staging.prefix + folder),
          keys,
        );
        await store.delete(staging.bucket, keys);
      },
    },
    repository: {
      async delete(debris) {
        requireProven(debris);
        const keys = debris.map(({ key }) => key);
        if (keys.length > 0) await store.delete(repository.bucket, keys);
      },
      async endUploads(uploads) {
        requireProven(uploads);
        if (uploads.length > 0) await store.abortUploads(uploads.map(({ upload }) => upload));
      },
    },
  };
};

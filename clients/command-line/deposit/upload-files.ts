import { mediaTypeOf } from '../../../formats/media-types/by-extension.js';
import type { Deposit } from '../../api/resources.js';
import type { LocalFile } from '../folder/folder-inspection.js';

export interface Upload {
  readonly file: LocalFile;
  /** In the deposit. */
  readonly path: string;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Called with finished files and sent bytes; negative for bytes that must be sent again. */
export type Advance = (files: number, bytes: number) => void;

/** Brings files and folders into the workspace of a deposit. Each is tried again for a minute. */
export interface Uploader {
  /**
   * Stores files with their digests, types and times. Rejects with CommandFault for a file that has changed since its
   * digest was computed, or cannot be read.
   */
  readonly files: (deposit: Deposit, uploads: readonly Upload[], advance: Advance) => Promise<void>;
  /** Makes folders, which are empty so far. */
  readonly folders: (deposit: Deposit, paths: readonly string[]) => Promise<void>;
}

/** The bucket and key prefix of a deposit. */
export const placeOf = ({ files }: Pick<Deposit, 'files'>): { readonly bucket: string; readonly prefix: string } => {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(files) ?? [];
  return { bucket, prefix };
};

/** How a file is stored: its own time as `mtime`, as other tools do, since the store records only that of the upload. */
export const described = ({ path, modifiedMs }: LocalFile) => ({
  contentType: mediaTypeOf(path),
  metadata: { mtime: (modifiedMs / 1_000).toFixed(6) },
});

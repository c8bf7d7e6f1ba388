import type { ObjectAddress, ObjectDescription } from './deposit-objects.js';
import type { LocalFile } from '../folder/folder-inspection.js';
import { mediaTypeOf } from '../../../formats/media-types/by-extension.js';

export interface Upload {
  readonly file: LocalFile;
  readonly to: ObjectAddress;
  /** Lower-case hex, where it is known. */
  readonly sha256: string | undefined;
}

/**
 * Uploads files, and reports progress. Each is retried for a minute while the store is unavailable. Rejects with
 * CommandFault for a file that changes during the upload.
 */
export type Uploader = (uploads: readonly Upload[], advance: Advance) => Promise<void>;

/** Called with finished files and sent bytes; negative for bytes that must be sent again. */
export type Advance = (files: number, bytes: number) => void;

/** The file's own time is stored as `mtime`, as other tools do, since the store records only the time of the upload. */
export const described = ({ path, modifiedMs }: LocalFile): ObjectDescription => ({
  contentType: mediaTypeOf(path),
  metadata: { mtime: (modifiedMs / 1_000).toFixed(6) },
});

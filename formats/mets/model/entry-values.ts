import type { ExifTag, VirusScanMetadata } from '../../metadata/entries.js';
import { pathViolation } from '../../paths/repository-path.js';
import { xmlTextViolation } from '../../xml/characters.js';
import { MetsFault } from './fault.js';

/** Values to record of a folder. A value that is absent or null leaves the recorded one unchanged. */
export interface FolderValues {
  /** Relative to the METS root, without a slash at either end. */
  readonly path: string;
  /** The label; the last segment of the path by default. */
  readonly name?: string | null;
  readonly storageLocation?: string | null;
}

export interface FileValues extends FolderValues {
  readonly contentType?: string | null;
  /** SHA-256 in lower-case hex. */
  readonly digest?: string | null;
  /** Whether the platform computed the digest by reading the file. */
  readonly digestComputed?: boolean;
  /** In bytes. */
  readonly size?: number | null;
  /** When the file was last changed at its source. */
  readonly fileModified?: Date | null;
  readonly format?: WrittenFormat | null;
  /** Scans of the file. They are added to those on record; one that is on record is skipped. */
  readonly virusScans?: readonly VirusScanMetadata[];
  /** All tags of the file; they replace those on record. */
  readonly exif?: readonly ExifTag[] | null;
  readonly extents?: WrittenExtents | null;
}

/** A format as far as it was identified. */
export interface WrittenFormat {
  /** The PRONOM key, such as `fmt/43`; `UNKNOWN` says no more than null. */
  readonly pronomKey: string | null;
  readonly name: string | null;
}

/** What is known of the extents of a file's content. */
export interface WrittenExtents {
  /** In pixels. */
  readonly width: number | null;
  /** In pixels. */
  readonly height: number | null;
  /** Seconds as a decimal number, or as a tool wrote it: a clock time, a number with its unit. */
  readonly duration: string | null;
  /** As a tool wrote it, such as `1.5 Mbps`. */
  readonly bitrate: string | null;
}

/** Checks values before an edit changes anything. Throws MetsFault `mets-path-invalid` or `mets-value-unwritable`. */
export const checkValues = (values: FileValues): void => {
  const violation = pathViolation(values.path);
  if (violation !== null) throw new MetsFault('mets-path-invalid', `'${values.path}' is not a path: ${violation}`);
  const texts = { path: values.path, name: values.name, 'content type': values.contentType, digest: values.digest };
  const more = { 'format name': values.format?.name, 'format key': values.format?.pronomKey };
  for (const [what, text] of Object.entries({ ...texts, ...more, 'storage location': values.storageLocation })) {
    const why = xmlTextViolation(text ?? '');
    if (why !== null)
      throw new MetsFault('mets-value-unwritable', `The ${what} of '${values.path}' cannot be written: ${why}.`);
  }
};

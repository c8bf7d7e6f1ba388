import type { ObjectInfo } from '../../formats/bytes.js';

/** Seconds since 1970 with up to nine decimals, as written by rclone and by this platform's own command. */
const SECONDS = /^(\d{1,11})(?:\.(\d{1,9}))?$/;

/** s3cmd writes all attributes of a file into one text: `atime:1700000000/…/mtime:1700000000/…`. */
const ATTRIBUTE = /(?:^|\/)mtime:(\d{1,11}(?:\.\d{1,9})?)(?:\/|$)/;

/**
 * When a file was last changed before its upload, to the millisecond; null where its upload did not record it. The
 * store itself has only the time of the upload.
 */
export const fileModified = ({ metadata }: Pick<ObjectInfo, 'metadata'>): Date | null => {
  const text = metadata['mtime'] ?? ATTRIBUTE.exec(metadata['s3cmd-attrs'] ?? '')?.[1];
  const [, seconds, decimals = ''] = SECONDS.exec(text ?? '') ?? [];
  if (seconds === undefined) return null;
  return new Date(Number(seconds) * 1_000 + Number(decimals.slice(0, 3).padEnd(3, '0')));
};

import type { ObjectInfo } from '../../formats/bytes.js';

/** Seconds since 1970 with up to nine decimals, as rclone and this platform's own command write them. */
const SECONDS = /^(\d{1,11})(?:\.(\d{1,9}))?$/;

/** s3cmd writes all that it knows of a file into one text: `atime:1700000000/…/mtime:1700000000/…`. */
const ATTRIBUTE = /(?:^|\/)mtime:(\d{1,11}(?:\.\d{1,9})?)(?:\/|$)/;

/**
 * When a file was last changed where it came from, to the millisecond; null where its upload did not say. A store has only
 * the time of the upload of its own.
 */
export const fileModified = ({ metadata }: Pick<ObjectInfo, 'metadata'>): Date | null => {
  const text = metadata['mtime'] ?? ATTRIBUTE.exec(metadata['s3cmd-attrs'] ?? '')?.[1];
  const [, seconds, decimals = ''] = SECONDS.exec(text ?? '') ?? [];
  if (seconds === undefined) return null;
  return new Date(Number(seconds) * 1_000 + Number(decimals.slice(0, 3).padEnd(3, '0')));
};

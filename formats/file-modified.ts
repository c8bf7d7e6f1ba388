import type { ObjectInfo } from './bytes.js';

/**
 * Seconds since 1970, negative before that, with any number of decimals or an exponent, as written by rclone, s3cmd and
 * this platform's own command.
 */
const SECONDS = /^([-+]?)(\d{1,20})(?:\.(\d{0,30}))?(?:e([-+]?\d{1,2}))?$/i;

/** s3cmd writes all attributes of a file into one text: `atime:1700000000/…/mtime:1700000000/…`. */
const ATTRIBUTE = /(?:^|\/)mtime:([^/]*)/;

/**
 * When a file was last changed before its upload, to the millisecond; null where its upload did not record it, or a year
 * that RFC 3339 cannot write. The store itself has only the time of the upload.
 */
export const fileModified = ({ metadata }: Pick<ObjectInfo, 'metadata'>): Date | null => {
  const text = metadata['mtime'] ?? ATTRIBUTE.exec(metadata['s3cmd-attrs'] ?? '')?.[1];
  const [, sign, seconds, decimals = '', exponent = '0'] = SECONDS.exec(text ?? '') ?? [];
  if (seconds === undefined) return null;
  const point = seconds.length + Number(exponent) + 3;
  const digits = (seconds + decimals).padEnd(point, '0');
  const milliseconds = Number(digits.slice(0, Math.max(0, point)));
  const isBetween = /[1-9]/.test(digits.slice(Math.max(0, point)));
  // The millisecond that the time lies in began before it, also before 1970.
  return inFourDigits(sign === '-' ? -milliseconds - (isBetween ? 1 : 0) : milliseconds);
};

const inFourDigits = (milliseconds: number): Date | null => {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) || date.toISOString().length !== '1970-01-01T00:00:00.000Z'.length ? null : date;
};

/** The metadata of an object from which `fileModified` reads this time. */
export const withFileModified = (time: Date): ObjectInfo['metadata'] => ({
  mtime: (time.getTime() / 1_000).toFixed(3),
});

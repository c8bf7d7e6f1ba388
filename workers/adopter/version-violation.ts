import type { AdoptedVersion } from '../../events/archival-group.js';
import { APPEND_LIMITS } from '../../events/store.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { isLaterStamp, mayBeFollowed } from '../../formats/ocfl/version-time.js';
import type { Reason } from './not-adopted.js';

/** What a fact has beside the texts of a version stays far below this many bytes. */
const REST_BYTES = 16 * 1024;
const MAX_TEXT_BYTES = APPEND_LIMITS.factBytes - REST_BYTES;

export const unfit = (message: string): Reason => ({ code: 'version-unfit', message });

/**
 * Why the platform could not serve the version of this number, or write the next one after it; null where it can.
 * `before` is the time of the version before; null for the first.
 */
export const versionViolation = (
  name: string,
  number: number,
  created: string,
  before: string | null,
): Reason | null => {
  if (name !== versionName(number)) return unfit(`${name} is not ${versionName(number)}: the names are zero-padded.`);
  if (!mayBeFollowed(created))
    return unfit(
      `${name} is of ${created}: the year must be 0000 to 9999 in UTC, and a second must be left for a later version.`,
    );
  if (isLaterStamp(created, before)) return null;
  return unfit(`${name} is of ${created}, which is not in a later second than the version before it.`);
};

/** Why the log could not hold what a version says of itself; null where it can. */
export const textViolation = (
  version: string,
  { name, by, message }: Pick<AdoptedVersion, 'name' | 'by' | 'message'>,
): Reason | null => {
  const texts = { name, user: by ?? '', message: message ?? '' };
  for (const [what, text] of Object.entries(texts))
    if (!text.isWellFormed()) return unfit(`${version}: its ${what} has a surrogate without its pair.`);
  const bytes = Buffer.byteLength(JSON.stringify(texts));
  if (bytes <= MAX_TEXT_BYTES) return null;
  return unfit(`${version}: its name, user and message take ${bytes} bytes; the log can hold ${MAX_TEXT_BYTES}.`);
};

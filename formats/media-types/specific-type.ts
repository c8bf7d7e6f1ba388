/** Types that stores give to uploads without one. */
const SAYS_NOTHING = new Set(['binary/octet-stream', 'application/octet-stream']);

/**
 * The content type of an upload; null for a generic one, since some stores add such a type to an upload without one and
 * the two cases cannot be distinguished.
 */
export const specificType = (contentType: string | null): string | null =>
  contentType !== null && SAYS_NOTHING.has(contentType) ? null : contentType;

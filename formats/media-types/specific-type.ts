/** Types that stores give of their own accord to what came without one: they say nothing of the content. */
const SAYS_NOTHING = new Set(['binary/octet-stream', 'application/octet-stream']);

/**
 * The type of an upload as every store tells it: null for one that says nothing, since some stores give such a type to
 * an upload that came without and the two cannot be told apart.
 */
export const specificType = (contentType: string | null): string | null =>
  contentType !== null && SAYS_NOTHING.has(contentType) ? null : contentType;

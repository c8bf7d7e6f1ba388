/** The stable code of an error, such as `ENOSPC` or that of a fault of ours; null where it has none. */
export const codeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;

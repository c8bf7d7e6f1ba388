import { randomUUID } from 'node:crypto';

const HEADER_SAFE = /^[\x21-\x7e]{1,200}$/;

/** The caller's own correlation id, where it is safe in a header; else a new one. */
export const correlationOf = (given: string | undefined): string =>
  given !== undefined && HEADER_SAFE.test(given) ? given : randomUUID();

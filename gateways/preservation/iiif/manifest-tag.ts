import { createHash } from 'node:crypto';

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);

/** The ETag of a manifest that is made of these, in two parts: of its METS, and of all. */
export const manifestTag = (metsETag: string, madeOf: readonly unknown[]): string =>
  `"${digestOf(metsETag)}.${digestOf(madeOf)}"`;

/** Whether one of the ETags in an `If-Match` is that of a manifest of the METS with this ETag, whatever else was in it. */
export const isOfMets = (ifMatch: string, metsETag: string): boolean =>
  ifMatch.trim() === '*' || [...ifMatch.matchAll(/"([^".]*)\.[^"]*"/g)].some(([, mets]) => mets === digestOf(metsETag));

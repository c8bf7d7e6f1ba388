import { createHash } from 'node:crypto';
import type { Answer } from '../route.js';

/** A strong entity tag for a representation that these parts determine wholly, with its quotation marks. */
export const entityTag = (...parts: readonly (string | number | boolean)[]): string =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`;

/** For a client that has the representation already; the headers are those of the 200. */
export const notModified = (headers: Readonly<Record<string, string>>): Answer => ({ status: 304, headers });

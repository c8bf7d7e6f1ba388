import type { Answer } from '../route.js';

/** For a client that has the representation already; the headers are those of the 200. */
export const notModified = (headers: Readonly<Record<string, string>>): Answer => ({ status: 304, headers });

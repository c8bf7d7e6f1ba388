import { findFilesOver, type FindFiles } from '../../files/find-files.js';
import type { AskStorageService } from '../connectivity/check-storage-service.js';
import { forwardedHeaders } from '../connectivity/forwarded-headers.js';

/** How long the storage service is waited for. */
const WITHIN_MS = 10_000;

/** The search for files by the storage service of another process, as the caller. */
export const findFilesThere = (ask: AskStorageService): FindFiles =>
  findFilesOver((call, path) => ask(path, forwardedHeaders(call), WITHIN_MS));

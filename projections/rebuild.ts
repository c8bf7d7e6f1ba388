import type { DocumentStore } from './documents.js';

/**
 * Requests a new generation of the view, built by its projector, which may run in another process. Answers the number
 * of the request.
 */
export const requestRebuild = (documents: DocumentStore, name: string): Promise<number> =>
  documents.requestRebuild(name);

import type { DocumentStore } from './documents.js';

/**
 * Asks for a new generation of the view beside the live one, built by its projector in whichever process that runs, now
 * or later. Answers the number of the request.
 */
export const requestRebuild = (documents: DocumentStore, name: string): Promise<number> =>
  documents.requestRebuild(name);

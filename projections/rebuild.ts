import type { DocumentStore } from './documents.js';
import { liveOf } from './live-generation.js';

/**
 * Asks for a new generation of the view beside the live one, built by its projector in whichever process that runs, now
 * or later. Answers the number of the request.
 */
export const requestRebuild = (documents: DocumentStore, name: string): Promise<number> =>
  documents.requestRebuild(name);

/** Whether readers are shown a generation that was begun after the request. */
export const isRebuilt = async (documents: DocumentStore, name: string, request: number): Promise<boolean> =>
  (liveOf(await documents.register(name))?.rebuildRequests ?? 0) >= request;

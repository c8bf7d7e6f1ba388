import type { DocumentStore } from './documents.js';
import { liveOf } from './sight.js';

/**
 * Asks whoever keeps the view, in whatever process, to build it anew beside the live one; nothing is lost if nobody does
 * at present. Answers the number of the wish.
 */
export const requestRebuild = (documents: DocumentStore, name: string): Promise<number> => documents.wish(name);

/** Whether readers are shown a generation that was begun after the wish. */
export const isRebuilt = async (documents: DocumentStore, name: string, wish: number): Promise<boolean> =>
  (liveOf(await documents.register(name))?.wishes ?? 0) >= wish;

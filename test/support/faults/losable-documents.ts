import { openDocumentStore, type EmbeddedDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import type { Documents, DocumentStore } from '../../../projections/documents.js';

/** A document store whose content can be lost while it is in use. */
export interface LosableDocuments {
  readonly documents: DocumentStore;
  /** All of it is gone, as if there had never been anything. */
  readonly lose: () => Promise<void>;
  /** The documents are gone, and the registers still speak of them. */
  readonly loseDocuments: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Embedded stores, one after the other, under the same names: nobody else can open the file of one that is in use. */
export const losableDocuments = (): LosableDocuments => {
  const opened: EmbeddedDocumentStore[] = [];
  const next = (): EmbeddedDocumentStore => {
    const store = openDocumentStore(':memory:');
    opened.push(store);
    return store;
  };
  let registers = next();
  let collections = registers;
  const inTheEnd = <Doc extends object>(open: () => Promise<Documents<Doc>>): Documents<Doc> => ({
    get: async (key) => (await open()).get(key),
    load: async (keys) => (await open()).load(keys),
    save: async (changes) => (await open()).save(changes),
    find: async (query) => (await open()).find(query),
    count: async (where) => (await open()).count(where),
    collectionId: async () => (await open()).collectionId(),
  });
  const documents: DocumentStore = {
    open: <Doc extends object>(...asked: Parameters<DocumentStore['open']>) =>
      Promise.resolve(inTheEnd<Doc>(() => collections.open<Doc>(...asked))),
    prepare: async <Doc extends object>(...asked: Parameters<DocumentStore['prepare']>) => {
      await collections.prepare<Doc>(...asked);
      return inTheEnd<Doc>(() => collections.open<Doc>(...asked));
    },
    register: (...asked) => registers.register(...asked),
    acquireLease: (...asked) => registers.acquireLease(...asked),
    releaseLease: (...asked) => registers.releaseLease(...asked),
    beginGeneration: (...asked) => registers.beginGeneration(...asked),
    saveCheckpoint: (...asked) => registers.saveCheckpoint(...asked),
    goLive: (...asked) => registers.goLive(...asked),
    removeGeneration: (...asked) => registers.removeGeneration(...asked),
    // A store of documents alone knows of no generation, and would delete all.
    sweepGenerations: async (...asked) => {
      if (collections === registers) await registers.sweepGenerations(...asked);
    },
    requestRebuild: (...asked) => registers.requestRebuild(...asked),
  };
  return {
    documents,
    lose: () => {
      registers = next();
      collections = registers;
      return Promise.resolve();
    },
    loseDocuments: () => {
      collections = next();
      return Promise.resolve();
    },
    close: async () => {
      for (const store of opened) await store.close();
    },
  };
};

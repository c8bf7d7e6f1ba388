import type { CollectionShape, Generation, ReadableDocumentStore } from '../../../projections/documents.js';
import { BLANK_REGISTER, registerOf, type StoredRegister } from '../../documents/stored-register.js';
import { openToRead } from '../read-only-database.js';
import { answer, documentFault } from './answer.js';
import { openCollection, tableOf } from './collection.js';

/** Read models as their last projector left them. */
export interface ReadOnlyDocumentStore extends ReadableDocumentStore {
  close(): void;
}

/**
 * Opens the document store in the file at `path` for reading, on the terms of `openToRead`. Throws DatabaseFault.
 */
export const openDocumentStoreToRead = (path: string): ReadOnlyDocumentStore => {
  try {
    const { database, close } = opened(path);
    return {
      open: <Doc extends object>(shape: CollectionShape, generation: Generation) =>
        answer(() => openCollection<Doc>(database, tableOf(shape, generation), 'file')),
      register: (name) =>
        answer(() => {
          const row = database.prepare('SELECT register FROM registers WHERE name = ?').get(name) as
            { register: string } | undefined;
          return registerOf(row === undefined ? BLANK_REGISTER : (JSON.parse(row.register) as StoredRegister));
        }),
      close,
    };
  } catch (error) {
    throw documentFault(error);
  }
};

const opened = (path: string) => {
  const reading = openToRead(path);
  return { database: reading.database, close: () => reading.close() };
};

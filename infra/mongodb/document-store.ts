import type { Collection, Db, Document } from 'mongodb';
import type { CollectionShape, DocumentStore, Generation, Query } from '../../projections/documents.js';
import { generationNumberIn } from '../documents/generation-number.js';
import type { Ask } from './asking.js';
import { openCollection, prepareCollection } from './collection.js';
import { compilePage, compileWhere } from './compile-query.js';
import { openConnection, type ConnectionOptions } from './connection.js';
import { openRegisters, type StoredRegisterDocument } from './registers.js';
import type { StoredDocument } from './stored-document.js';

/** The document store, with what tests and operators ask of it. */
export interface MongoDocumentStore extends DocumentStore {
  /** How the server would answer a query, and what it looked at on the way, in its own words. */
  explain(shape: CollectionShape, generation: Generation, query: Query): Promise<Document>;
  /** Whether the server answers; rejects with a DocumentStoreFault when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const collectionName = ({ name }: Pick<CollectionShape, 'name'>, { number }: Pick<Generation, 'number'>): string => {
  if (!/^[a-z-]+$/.test(name)) throw new TypeError(`'${name}' is not a collection name`);
  return `${name}_g${number}`;
};

const sweep = async (db: Db, ask: Ask, name: string, register: DocumentStore['register']): Promise<void> => {
  // Listed before the register is read: what is made meanwhile is not on the list, what is on it was named before.
  // Of a generation that an earlier version built there may be two.
  const ours = { name: { $regex: `^${name}_g[0-9]+(_counts)?$` } };
  const listed = await ask(() => db.listCollections(ours, { nameOnly: true }).toArray());
  const { generations } = await register(name);
  const registered = new Set(generations.map(({ number }) => number));
  for (const { name: collection } of listed)
    if (!registered.has(generationNumberIn(collection))) await ask(() => db.dropCollection(collection));
};

/**
 * Read models in MongoDB, version 4.4 or later, standalone or a replica set. Nothing is asked of the server before the
 * first call, and every call waits for it no longer than `timeoutMs`. Throws where the URL is not one.
 */
export const openMongoDocumentStore = (options: ConnectionOptions): MongoDocumentStore => {
  const { db, ask, close } = openConnection(options);
  const registers = openRegisters(db.collection<StoredRegisterDocument>('registers'), ask);
  const collectionOf = (shape: CollectionShape, generation: Generation): Collection<StoredDocument> =>
    db.collection<StoredDocument>(collectionName(shape, generation));
  return {
    ...registers,
    open: <Doc extends object>(shape: CollectionShape, generation: Generation) =>
      Promise.resolve(openCollection<Doc>(collectionOf(shape, generation), ask)),
    prepare: async <Doc extends object>(shape: CollectionShape, generation: Generation) => {
      const collection = collectionOf(shape, generation);
      await prepareCollection(collection, ask, shape);
      return openCollection<Doc>(collection, ask);
    },
    sweepGenerations: (name) => sweep(db, ask, name, registers.register),
    explain: (shape, generation, query) =>
      ask(() =>
        collectionOf(shape, generation).find(compileWhere(query), compilePage(query)).explain('executionStats'),
      ),
    ping: async () => {
      await ask(() => db.command({ ping: 1 }));
    },
    close,
  };
};

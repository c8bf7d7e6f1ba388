import { MongoClient } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { openMongoDocumentStore, type MongoDocumentStore } from '../../../infra/mongodb/document-store.js';
import { service } from '../../support/services.js';

const SERVERS = [
  { what: 'MongoDB standalone', variable: 'MUNIMENT_TEST_MONGODB' },
  { what: 'MongoDB replica set', variable: 'MUNIMENT_TEST_MONGODB_REPLICA_SET' },
];

/** A database of its own on the server; `close` removes it. */
export interface TemporaryDatabase {
  readonly name: string;
  readonly store: MongoDocumentStore;
  /** As another process would open it; closed with the rest. */
  readonly another: () => MongoDocumentStore;
  readonly close: () => Promise<void>;
}

export const temporaryDatabase = (url: string): TemporaryDatabase => {
  const name = `muniment-test-${randomUUID()}`;
  const open: MongoDocumentStore[] = [];
  const another = (): MongoDocumentStore => {
    const store = openMongoDocumentStore({ url, database: name });
    open.push(store);
    return store;
  };
  return {
    name,
    store: another(),
    another,
    close: async () => {
      await Promise.all(open.map((store) => store.close()));
      const client = new MongoClient(url);
      await client.db(name).dropDatabase();
      await client.close();
    },
  };
};

/** Runs the suite on each server that there is; one that is missing is named, and its tests count as skipped. */
export const onEachServer = (suite: (what: string, url: () => string) => void): void => {
  for (const { what, variable } of SERVERS) {
    describe(`with ${what} (${variable})`, () => {
      const url = (): string => service(variable, what) ?? '';
      before(function () {
        if (url() === '') this.skip();
      });
      suite(what, url);
    });
  }
};

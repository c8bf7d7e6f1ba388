import { MongoServerError, type Db } from 'mongodb';
import type { ViewRight } from '../config/rights/rights.js';
import { openConnection, type ConnectionOptions } from './connection.js';

/** What a user may do in one collection of the database; '' is every collection. */
export interface MongoRight {
  readonly collection: string;
  readonly actions: readonly string[];
}

const READ = ['find', 'listIndexes'];
const CHANGE = ['insert', 'update', 'remove'];

const VIEWS: Readonly<Record<ViewRight, readonly MongoRight[]>> = {
  none: [{ collection: 'registers', actions: ['find'] }],
  read: [{ collection: '', actions: READ }],
  rebuild: [
    { collection: '', actions: READ },
    { collection: 'registers', actions: ['insert', 'update'] },
  ],
  write: [
    {
      collection: '',
      actions: [...READ, ...CHANGE, ...['createCollection', 'createIndex', 'dropCollection', 'listCollections']],
    },
  ],
};

/**
 * What a user with these rights needs: the names of the collections of views change when they are built anew, so a right to
 * read or write views is one on the whole database. By the shared records processes coordinate.
 */
export const mongoRights = (views: ViewRight): readonly MongoRight[] => [
  { collection: 'shared-records', actions: ['find', ...CHANGE] },
  ...VIEWS[views],
];

/** A user, with its password, and what it may do. */
export interface MongoUser {
  readonly name: string;
  readonly password: string;
  readonly rights: readonly MongoRight[];
}

const ALREADY_EXISTS = 51_002; // of roles
const USER_EXISTS = 51_003;

const orUpdate = async (db: Db, code: number, create: object, update: object): Promise<void> => {
  try {
    await db.command(create);
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === code)) throw error;
    await db.command(update);
  }
};

/**
 * Creates each user with a role of its own name and these rights, all in the database of the views; one that is there gets
 * these rights and this password instead. Rejects with DocumentStoreFault.
 */
export const grantOnMongo = async (options: ConnectionOptions, users: readonly MongoUser[]): Promise<void> => {
  const { db, ask, close } = openConnection(options);
  try {
    for (const { name, password: pwd, rights } of users) {
      const privileges = rights.map(({ collection, actions }) => ({
        resource: { db: db.databaseName, collection },
        actions,
      }));
      const role = { privileges, roles: [] };
      await ask(() => orUpdate(db, ALREADY_EXISTS, { createRole: name, ...role }, { updateRole: name, ...role }));
      const user = { pwd, roles: [name] };
      await ask(() => orUpdate(db, USER_EXISTS, { createUser: name, ...user }, { updateUser: name, ...user }));
    }
  } finally {
    await close();
  }
};

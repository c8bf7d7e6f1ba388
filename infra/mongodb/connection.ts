import { MongoClient, type Db } from 'mongodb';
import { asking, type Ask } from './asking.js';
import { restIdlePools } from './idle-pools.js';

/** Where the database is. */
export interface ConnectionOptions {
  /** `mongodb://` or `mongodb+srv://`; its path may name the database. */
  readonly url: string;
  /** Instead of the one that the URL names; `muniment` where neither does. */
  readonly database?: string;
  /** After so long every request has an answer or a fault; 5,000 when absent. */
  readonly timeoutMs?: number;
}

/** The database, and how it is asked. */
export interface Connection {
  readonly db: Db;
  readonly ask: Ask;
  readonly close: () => Promise<void>;
}

const TIMEOUT_MS = 5_000;

const databaseIn = (url: string): string | undefined => {
  const named = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1];
  return named === undefined ? undefined : decodeURIComponent(named);
};

/**
 * What precedes a checkpoint must survive the server's death, and so must the checkpoint: each write is journaled, by a
 * majority where there is a replica set. What is read has survived as well.
 */
const openClient = (url: string, timeoutMs: number): MongoClient => {
  restIdlePools();
  return new MongoClient(url, {
    appName: 'muniment',
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: timeoutMs },
    readConcern: { level: 'majority' },
    readPreference: 'primary',
    ignoreUndefined: true,
  });
};

/**
 * A connection that is made by its first request and survives every outage. The driver sees to that only once it was
 * connected: a client whose first attempt failed stays closed for ever, so it is made to begin anew.
 */
export const openConnection = ({ url, database, timeoutMs = TIMEOUT_MS }: ConnectionOptions): Connection => {
  const client = openClient(url, timeoutMs);
  let connected: Promise<unknown> | null = null;
  const beginAnew = async (error: unknown): Promise<never> => {
    await client.close().catch(() => undefined);
    connected = null;
    throw error;
  };
  const connect = (): Promise<unknown> => (connected ??= client.connect().catch(beginAnew));
  const ask = asking(timeoutMs);
  return {
    db: client.db(database ?? databaseIn(url) ?? 'muniment'),
    ask: (request) => ask(() => connect().then(request)),
    close: () => client.close(),
  };
};

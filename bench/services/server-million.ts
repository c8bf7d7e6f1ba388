import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { serveEventStoreDb } from '../../test/support/eventstoredb/serve-process.js';
import type { S3Server } from '../../test/support/s3/s3-server.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { millionBench, type WithPlace } from '../million/million.js';
import { withBuckets } from './server-imports.js';

const withDatabase = async <T>(url: string, work: (database: string) => Promise<T>): Promise<T> => {
  const database = `muniment-bench-${randomUUID()}`;
  try {
    return await work(database);
  } finally {
    const client = new MongoClient(url);
    await client.db(database).dropDatabase();
    await client.close();
  }
};

/** Does work with the stand-in for EventStoreDB, in a process of its own whose log is in memory. */
const withEventStore = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const server = await serveEventStoreDb();
  try {
    return await work(server.url);
  } finally {
    await server.kill();
  }
};

/** The bench of very many deposits on servers: MongoDB, an S3 server, and the stand-in for EventStoreDB. */
export const serverMillionBench = (mongodb: string, server: S3Server): Promise<readonly Figure[]> => {
  const withPlace: WithPlace = (work) =>
    inFolder((folder) =>
      withBuckets(server, (buckets) =>
        withDatabase(mongodb, (database) =>
          withEventStore((eventStore) =>
            work({ data: folder, on: { server, buckets, eventStore, mongodb: { url: mongodb, database } } }),
          ),
        ),
      ),
    );
  return millionBench(withPlace);
};

import { MongoClient, MongoServerError } from 'mongodb';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mongodEnvironment, mongodProgram } from './mongod-program.js';
import type { Place, Service } from '../service.js';

const PATIENCE_MS = 2_000;
const ALREADY_INITIALIZED = 23;

const hostOf = ({ ports: [port] }: Place): string => `127.0.0.1:${port}`;

/** Makes the server the only member of its replica set; nothing where it is one. */
const initiate = async (client: MongoClient, replicaSet: string, host: string): Promise<void> => {
  const members = [{ _id: 0, host }];
  try {
    await client.db('admin').command({ replSetInitiate: { _id: replicaSet, members } });
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === ALREADY_INITIALIZED)) throw error;
  }
};

const isWritable = async (place: Place, replicaSet: string | null): Promise<boolean> => {
  const client = new MongoClient(`mongodb://${hostOf(place)}/`, {
    directConnection: true,
    serverSelectionTimeoutMS: PATIENCE_MS,
    connectTimeoutMS: PATIENCE_MS,
    socketTimeoutMS: PATIENCE_MS,
  });
  try {
    const hello = await client.db('admin').command({ hello: 1 });
    if (hello['isWritablePrimary'] === true) return true;
    if (replicaSet !== null && hello['setName'] === undefined) await initiate(client, replicaSet, hostOf(place));
    return false;
  } catch {
    return false;
  } finally {
    await client.close();
  }
};

const mongod = (name: string, variable: string, replicaSet: string | null): Service => ({
  name,
  program: mongodProgram,
  ports: 1,
  prepare: async ({ folder }) => {
    await mkdir(join(folder, 'data'), { recursive: true });
  },
  launch: ({ program, folder, ports: [port] }) => ({
    command: join(program, 'mongod'),
    words: [
      ...['--dbpath', join(folder, 'data'), '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
      ...['--wiredTigerCacheSizeGB', '0.25', '--setParameter', 'diagnosticDataCollectionEnabled=false'],
      // A primary without other members would wait 15 s for one to take its place.
      ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=0'],
      ...(replicaSet === null ? [] : ['--replSet', replicaSet]),
    ],
    environment: mongodEnvironment(program),
  }),
  isReady: (place) => isWritable(place, replicaSet),
  address: hostOf,
  variable,
  value: (place) => `mongodb://${hostOf(place)}/${replicaSet === null ? '' : `?replicaSet=${replicaSet}`}`,
});

/** MongoDB standing alone, which has neither transactions nor change streams. */
export const mongodb = mongod('mongodb', 'MUNIMENT_TEST_MONGODB', null);

/** MongoDB as a replica set of one member. */
export const mongodbReplicaSet = mongod('mongodb-replica-set', 'MUNIMENT_TEST_MONGODB_REPLICA_SET', 'rs0');

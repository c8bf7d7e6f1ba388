import { join } from 'node:path';
import { service } from '../../support/services.js';
import type { ClusterServers } from '../../support/distributed/cluster.js';
import type { Killable } from '../../support/distributed/cluster-faults.js';
import { ownBroker } from '../kafka/support/own-broker.js';
import { ownMongod } from '../mongodb/mongod.js';
import { openOwnServer } from '../s3/own-server.js';

/** Servers of one suite alone. */
export interface OwnServers extends ClusterServers {
  readonly killable: Readonly<Record<'Kafka' | 'MongoDB' | 'S3', Killable>>;
  close(): Promise<void>;
}

/** What is missing where `ownServers` gives nothing. */
export const OWN_SERVERS = 'servers of its own (MUNIMENT_TEST_SERVICES_CACHE)';

/** Starts a broker, a document database and an object store from those that are installed; null where none are. */
export const ownServers = async (): Promise<OwnServers | null> => {
  const cache = service('MUNIMENT_TEST_SERVICES_CACHE', 'the folder of installed servers');
  const broker = cache === null ? null : await ownBroker();
  if (cache === null || broker === null) return null;
  const mongod = await ownMongod(join(cache, 'mongodb', 'mongod-6.0.27'));
  const [, , s3] = await Promise.all([broker.start(), mongod.start(), openOwnServer('versitygw', cache)]);
  return {
    kafka: broker.brokers.join(','),
    mongodb: mongod.url,
    s3: s3.at,
    killable: { Kafka: broker, MongoDB: mongod, S3: s3 },
    async close() {
      await Promise.all([broker.remove(), mongod.remove(), s3.close()]);
    },
  };
};

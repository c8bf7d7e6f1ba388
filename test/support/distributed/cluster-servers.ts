import { service } from '../services.js';
import { s3ServerAt } from '../s3/s3-server.js';
import type { ClusterServers } from './cluster.js';

/** The real servers for a cluster, from the environment; null where one of them is missing. */
export const clusterServers = (): ClusterServers | null => {
  const kafka = service('MUNIMENT_TEST_KAFKA', 'Kafka');
  const mongodb = service('MUNIMENT_TEST_MONGODB', 'MongoDB');
  const s3 = s3ServerAt('MUNIMENT_TEST_S3_VERSITYGW', 'the S3 server versitygw');
  if (kafka === null || mongodb === null || s3 === null) return null;
  return { kafka, mongodb, s3 };
};

/** What is missing where `clusterServers` gives nothing. */
export const CLUSTER_NEEDS = 'Kafka, MongoDB and the S3 server versitygw';

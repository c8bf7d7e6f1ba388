import { service } from '../services.js';
import type { ClusterServers, S3Server } from './cluster.js';

/** The real servers for a cluster, from the environment; null where one of them is missing. */
export const clusterServers = (): ClusterServers | null => {
  const kafka = service('MUNIMENT_TEST_KAFKA', 'Kafka');
  const mongodb = service('MUNIMENT_TEST_MONGODB', 'MongoDB');
  const s3 = service('MUNIMENT_TEST_S3_VERSITYGW', 'the S3 server versitygw');
  if (kafka === null || mongodb === null || s3 === null) return null;
  return { kafka, mongodb, s3: JSON.parse(s3) as S3Server };
};

/** What is missing where `clusterServers` gives nothing. */
export const CLUSTER_NEEDS = 'Kafka, MongoDB and the S3 server versitygw';

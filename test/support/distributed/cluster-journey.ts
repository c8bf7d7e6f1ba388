import { byteStoreObject } from '../../formats/ocfl/byte-store-object.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { placeOf, type JourneyPlatform } from '../../journeys/journey-platform.js';
import { callOn } from '../http/call-on.js';
import { checkStatusesOf } from '../http/listed-status.js';
import { settingsOf, type S3Server } from '../s3/s3-server.js';
import { startCluster, type Cluster, type ClusterServers } from './cluster.js';

/** An S3 client of the cluster's server, as any client has it. */
export const openWorkspace = (server: S3Server) => openS3ByteStore(settingsOf(server));

/** A cluster over these servers, for the journeys that the single process makes as well. */
export const journeyOver = (cluster: Cluster, servers: ClusterServers): JourneyPlatform => {
  checkStatusesOf(cluster);
  const s3 = openWorkspace(servers.s3);
  return {
    preservation: cluster.preservation,
    storage: cluster.storage,
    s3,
    call: callOn(cluster.preservation),
    objectAt: (origin) => byteStoreObject(s3, placeOf(origin)),
    longestName: 255,
    passTime: () => undefined,
    refuseCopies: () => false,
    settle: (headers) => cluster.settle({ headers }),
    remove: async () => {
      await cluster.stop();
      s3.close();
    },
  };
};

/** The same, with a cluster of its own. */
export const clusterJourney = async (
  servers: ClusterServers,
  env: Readonly<Record<string, string>> = {},
): Promise<JourneyPlatform> => journeyOver(await startCluster(servers, { env }), servers);

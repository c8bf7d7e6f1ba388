import { byteStoreObject } from '../../formats/ocfl/byte-store-object.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { placeOf, type JourneyPlatform } from '../../journeys/journey-platform.js';
import { callOn } from '../http/call-on.js';
import { checkStatusesOf } from '../http/listed-status.js';
import { settingsOf, type S3Server } from '../s3/s3-server.js';
import { startCluster, type ClusterServers } from './cluster.js';

/** An S3 client of the cluster's server, as any client has it. */
export const openWorkspace = (server: S3Server) => openS3ByteStore(settingsOf(server));

/** The platform in many processes, for the journeys that the single process makes as well. */
export const clusterJourney = async (
  servers: ClusterServers,
  env: Readonly<Record<string, string>> = {},
): Promise<JourneyPlatform> => {
  const cluster = await startCluster(servers, { env });
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

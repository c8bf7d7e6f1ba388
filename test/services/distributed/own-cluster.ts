import { startCluster, type Cluster, type ClusterOptions } from '../../support/distributed/cluster.js';
import { ownServers, type OwnServers } from './own-servers.js';

/** A cluster on servers of its own, of one suite alone. */
export interface OwnCluster {
  readonly servers: OwnServers;
  readonly cluster: Cluster;
  /** Ends all of it, the servers last. */
  readonly close: () => Promise<void>;
}

/** Starts both; resolves when every process gets on with its work, or to null where no servers are installed. */
export const openOwnCluster = async (options: ClusterOptions): Promise<OwnCluster | null> => {
  const servers = await ownServers();
  if (servers === null) return null;
  let close = (): Promise<void> => servers.close();
  try {
    const cluster = await startCluster(servers, options);
    close = () => cluster.stop().finally(() => servers.close());
    await cluster.healthy();
    return { servers, cluster, close };
  } catch (error) {
    await close();
    throw error;
  }
};

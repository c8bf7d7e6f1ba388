import { openFreezingPort, type FreezingPort } from './freezing-port.js';
import type { Member } from './member.js';
import { openLog, type Log } from '../log.js';
import type { ClusterView } from '../node.js';
import { startEventStoreDb, type EventStoreDbServer } from '../server.js';

/** One node of a cluster, by its number. */
export interface ClusterNode {
  /** How often a method was called. */
  asked(method: string): number;
  /** How many connections to it are open. */
  connections(): number;
  /** It answers nobody any more, and breaks no connection. */
  freeze(): void;
  thaw(): void;
}

/** Several servers with one log, of which one leads. */
export interface EventStoreDbCluster {
  /** Names all nodes. */
  readonly url: string;
  readonly log: Log;
  readonly nodes: readonly ClusterNode[];
  /** Another node leads from here on, and the others hear of it. */
  elect(node: number): void;
  /** Whether the others still hear of a node. */
  hear(node: number, isAlive: boolean): void;
  stop(): Promise<void>;
}

/** Starts three nodes, of which the first one leads. */
export const startEventStoreDbCluster = async (): Promise<EventStoreDbCluster> => {
  const log = openLog();
  const ports: FreezingPort[] = [];
  const servers: EventStoreDbServer[] = [];
  let leader = 0;
  const unheard = new Set<number>();
  const members = (): Member[] =>
    ports.map(({ port }, index) => ({ port, leads: index === leader, isAlive: !unheard.has(index) }));
  const leadingOf = (node: number): ClusterView => ({
    leads: () => node === leader,
    leaderPort: () => ports[leader]?.port ?? 0,
    members,
  });
  for (let node = 0; node < 3; node++) {
    const server = await startEventStoreDb({ log, leading: leadingOf(node) });
    servers.push(server);
    ports.push(await openFreezingPort(server.port));
  }
  return {
    url: `esdb://${ports.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`,
    log,
    nodes: servers.map((server, index) => {
      const port = ports[index]!;
      return {
        asked: (method) => server.asked(method),
        connections: () => port.connections(),
        freeze: () => port.freeze(),
        thaw: () => port.thaw(),
      };
    }),
    elect: (node) => void (leader = node),
    hear: (node, isAlive) => {
      if (isAlive) unheard.delete(node);
      else unheard.add(node);
    },
    async stop() {
      await Promise.all(ports.map((port) => port.close()));
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
};

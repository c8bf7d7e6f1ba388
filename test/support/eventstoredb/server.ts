import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { handleUnaryCall } from '@grpc/grpc-js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import { append } from './append.js';
import { ANYBODY, authorizationOf, type Users } from './authorization.js';
import { batchAppend } from './batch-append.js';
import { unavailable } from './errors.js';
import { noFaults, type Faults } from './faults.js';
import { freePort } from '../free-port.js';
import { projectRoot } from '../project-root.js';
import { readGossip } from './cluster/gossip.js';
import { openLog, type Log } from './log.js';
import { note, type ClusterView, type Node, type ServerVersion } from './node.js';
import { read } from './read.js';
import { softDelete, tombstone } from './remove.js';
import { features, featuresGrpc, gossipGrpc, streamsGrpc } from './stubs.js';

const MAX_APPEND_BYTES = 1024 * 1024;
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

/** Speaks EventStoreDB's gRPC interface on loopback, as far as its client's stream functions ask. */
export interface EventStoreDbServer {
  readonly port: number;
  /** Of a secure server, without a user. */
  readonly url: string;
  readonly faults: Faults;
  readonly log: Log;
  /** How often a method was called. */
  asked(method: string): number;
  /** How many subscriptions and batches are open. */
  open(): number;
  /** Ends the chunk that is being written, and removes from the log what a scavenge removes; answers how many events. */
  scavenge(): number;
  /** Breaks every open subscription and batch. */
  reset(): void;
  /** Drops all connections, and listens again on the same port with the same log. */
  restart(): Promise<void>;
  /** Drops all connections. */
  stop(): Promise<void>;
  /** Listens again. */
  start(): Promise<void>;
}

const METHODS = ['read', 'append', 'delete', 'tombstone', 'batchappend'];

const supportedMethods =
  (node: Node): handleUnaryCall<Empty, SupportedMethods> =>
  (_, answer) => {
    note(node, 'getSupportedMethods');
    if (node.faults.wedged !== 'no') return;
    const supported = new features.SupportedMethods();
    supported.setEventStoreServerVersion(`${node.version}.0`);
    for (const name of METHODS) {
      const method = new features.SupportedMethod();
      method.setServiceName('event_store.client.streams.streams');
      method.setMethodName(name);
      supported.addMethods(method);
    }
    answer(null, supported);
  };

const listen = (node: Node, port: number, credentials: ServerCredentials): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = new Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES });
    server.addService(streamsGrpc.StreamsService, {
      read: read(node),
      append: append(node),
      batchAppend: batchAppend(node),
      delete: softDelete(node),
      tombstone: tombstone(node),
    });
    server.addService(gossipGrpc.GossipService, { read: readGossip(node) });
    server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: supportedMethods(node) });
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error) => {
      if (error === null) resolve(server);
      else reject(error);
    });
  });

/** A certificate for loopback alone, whose key everybody knows. */
export const LOOPBACK_CERTIFICATE = join(projectRoot, 'test/fixtures/tls/loopback.pem');

const secureCredentials = (): ServerCredentials => {
  const [cert, key] = [LOOPBACK_CERTIFICATE, LOOPBACK_CERTIFICATE.replace(/pem$/, 'key')].map((path) =>
    readFileSync(path),
  );
  return ServerCredentials.createSsl(null, [{ cert_chain: cert!, private_key: key! }]);
};

/**
 * Starts a server, of the older version unless told; port 0 takes a free one. Its log is empty, unless one is given;
 * it leads, unless it is told of a cluster. With users it is a secure server: with TLS, and for its users alone.
 */
export const startEventStoreDb = async (
  options: {
    port?: number;
    log?: Log;
    maxAppendBytes?: number;
    version?: ServerVersion;
    leading?: ClusterView;
    users?: Users;
  } = {},
): Promise<EventStoreDbServer> => {
  const log = options.log ?? openLog();
  const port = options.port || (await freePort()); // nobody else is given it while the server is down
  const alone: ClusterView = {
    leads: () => true,
    leaderPort: () => port,
    members: () => [{ port, leads: true, isAlive: true }],
  };
  const node: Node = {
    ...(options.leading ?? alone),
    version: options.version ?? '23.10',
    log,
    faults: noFaults(),
    authorization: options.users === undefined ? ANYBODY : authorizationOf(options.users, log),
    open: new Set(),
    maxAppendBytes: options.maxAppendBytes ?? MAX_APPEND_BYTES,
    asked: new Map(),
  };
  const isSecure = options.users !== undefined;
  let server: Server | null = null;

  const start = async (): Promise<void> => {
    server ??= await listen(node, port, isSecure ? secureCredentials() : ServerCredentials.createInsecure());
  };
  const stop = async (): Promise<void> => {
    server?.forceShutdown();
    server = null;
    log.forgetRecent();
    await setImmediate();
  };
  await start();
  return {
    port,
    url: isSecure ? `esdb://localhost:${port}?tlsCAFile=${LOOPBACK_CERTIFICATE}` : `esdb://127.0.0.1:${port}?tls=false`,
    faults: node.faults,
    log,
    asked: (method) => node.asked.get(method) ?? 0,
    open: () => node.open.size,
    scavenge() {
      log.completeChunk();
      return log.scavenge();
    },
    reset() {
      for (const call of [...node.open]) call.emit('error', unavailable('the connection broke'));
    },
    async restart() {
      await stop();
      await start();
    },
    stop,
    start,
  };
};

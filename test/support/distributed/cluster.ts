import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import type { Position } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { openEventStoreDb } from '../../../infra/eventstoredb/event-store.js';
import { RELAYED } from '../../../workers/relay.js';
import { freePort } from '../free-port.js';
import { callOn } from '../http/call-on.js';
import type { Faults } from '../eventstoredb/faults.js';
import type { Users } from '../eventstoredb/authorization.js';
import { serveEventStoreDb } from '../eventstoredb/serve-process.js';
import { restartable, type Restartable } from '../processes/restartable.js';
import { plainClient, type S3Server } from '../s3/s3-server.js';
import { until } from '../scheduling/until.js';
import { administratorOf, NO_USERS, type ClusterUsers } from './cluster-users.js';
import { loadBalancer, type Gateway, type LoadBalancer } from './load-balancer.js';

/** The servers that others run; the event store is a process of the cluster's own. */
export interface ClusterServers {
  readonly kafka: string;
  readonly mongodb: string;
  readonly s3: S3Server;
  /** Servers that let nobody in but these users; null where they ask nobody for a name. */
  readonly users?: ClusterUsers;
}

/** What `/ready` of one process says. */
export interface Report {
  readonly ready: boolean;
  readonly readers: readonly { readonly name: string; readonly active: boolean; readonly handled: string | null }[];
}

/** How the processes are set up. */
export interface ClusterOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** How many processes of each role; two unless said. */
  readonly each?: number;
  /** Whether each role has processes of its own; some share them unless said. */
  readonly isSeparate?: boolean;
}

/** The whole platform as an institution runs it, every role in processes of its own. */
export interface Cluster {
  /** Both services behind their load balancer. */
  readonly preservation: string;
  readonly storage: string;
  /** Each preservation gateway by itself. */
  readonly gateways: readonly string[];
  readonly buckets: { readonly workspace: string; readonly repository: string; readonly staging: string };
  readonly settings: Readonly<Record<string, string>>;
  readonly eventStore: Pick<Restartable, 'start' | 'end'>;
  /** The file in which the event store keeps its log. */
  readonly logFile: string;
  /** Orders the event store to misbehave, as its fault switches say. */
  order(faults: Partial<Faults>): Promise<void>;
  /** By role and number: `importer-2`. */
  readonly processes: ReadonlyMap<string, Restartable>;
  /** The log itself, for whoever wants to know what truly happened. */
  readonly log: EventStore;
  report(name: string): Promise<Report>;
  /** The metrics of one process, in the text format. */
  metrics(name: string): Promise<string>;
  /** Resolves once every process gets on with its work. */
  healthy(withinMs?: number): Promise<void>;
  /** Resolves once every reader has seen the whole log, no job is left, and none of that has led to another fact. */
  settle(options?: {
    readonly withinMs?: number;
    readonly headers?: Record<string, string> | undefined;
  }): Promise<void>;
  stop(): Promise<void>;
}

const SHARED = ['preservation', 'storage', 'projector', 'relay', 'importer', 'steward'] as const;
const SEPARATE = [...SHARED, 'exporter', 'pipeline', 'archiver'] as const;
/** Roles that the processes of another one take on, so that there are fewer processes. */
const ALSO: Readonly<Record<string, string>> = {
  preservation: 'console',
  importer: 'exporter,pipeline',
  steward: 'archiver',
};
/** What processes have as well in any case. */
const ALWAYS: Readonly<Record<string, string>> = { preservation: 'console' };
/** A reader that keeps its distance by design, so nobody waits for it. */
export const DISTANT = 'late-sweeper';

const createBuckets = async (server: S3Server, names: readonly string[]): Promise<void> => {
  const client = plainClient(server);
  for (const Bucket of names) await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
};

const DEFAULTS = { env: {}, each: 2, isSeparate: false } as const satisfies ClusterOptions;

/** What the processes of a role have as `MUNIMENT_ROLES`. */
const rolesOf = (role: string, isSeparate: boolean): string =>
  [role, (isSeparate ? ALWAYS : ALSO)[role] ?? ''].filter((each) => each !== '').join(',');

const usersOfLog = ({ eventStore }: ClusterUsers): { readonly users?: Users } =>
  eventStore === null ? {} : { users: eventStore };

/** Starts everything; resolves when every process is ready, and leaves none behind when one of them does not begin. */
export const startCluster = async (servers: ClusterServers, options: ClusterOptions = {}): Promise<Cluster> => {
  const { env, each, isSeparate } = { ...DEFAULTS, ...options };
  const { users } = { users: NO_USERS, ...servers };
  const run = randomUUID().slice(0, 8);
  const folder = await mkdtemp(join(tmpdir(), 'muniment-cluster-'));
  const buckets = {
    workspace: `workspace-${run}`,
    repository: `repository-${run}`,
    staging: `staging-${run}`,
  };
  await createBuckets(servers.s3, Object.values(buckets));
  const logFile = join(folder, 'log');
  const kept = { port: await freePort(), file: logFile, ...usersOfLog(users) };
  let served = await serveEventStoreDb(kept);
  const eventStore: Cluster['eventStore'] = {
    async start() {
      served = await serveEventStoreDb(kept);
      return served.url;
    },
    end: (signal) => served.kill(signal),
  };

  const ports = new Map<string, Gateway>();
  for (const role of isSeparate ? SEPARATE : SHARED)
    for (let number = 1; number <= each; number++)
      ports.set(`${role}-${number}`, { service: await freePort(), operations: await freePort() });
  const gatewaysOf = (role: string): Gateway[] => [...ports].flatMap(([name, at]) => (name.startsWith(role) ? at : []));
  const balancers: Record<string, LoadBalancer> = {
    preservation: await loadBalancer(gatewaysOf('preservation')),
    storage: await loadBalancer(gatewaysOf('storage')),
  };
  const settings: Record<string, string> = {
    MUNIMENT_EVENTSTORE_URL: administratorOf(served.url, users),
    MUNIMENT_KAFKA_BROKERS: servers.kafka,
    MUNIMENT_KAFKA_TOPIC_PREFIX: `test-${run}`,
    MUNIMENT_MONGODB_URL: servers.mongodb,
    MUNIMENT_MONGODB_DATABASE: `muniment-${run}`,
    MUNIMENT_S3_ENDPOINT: servers.s3.endpoint,
    MUNIMENT_S3_REGION: servers.s3.region,
    AWS_ACCESS_KEY_ID: servers.s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: servers.s3.secretAccessKey,
    MUNIMENT_WORKSPACE_BUCKET: buckets.workspace,
    MUNIMENT_REPOSITORY_BUCKET: buckets.repository,
    MUNIMENT_STAGING_BUCKET: buckets.staging,
    MUNIMENT_PRESERVATION_URL: balancers['preservation']?.address ?? '',
    MUNIMENT_STORAGE_URL: balancers['storage']?.address ?? '',
    MUNIMENT_DEADLINE_SECONDS: '15',
    MUNIMENT_DRAIN_SECONDS: '2',
    MUNIMENT_LOG_LEVEL: 'warn',
    ...users.administrator,
    ...env,
  };
  await users.grant(settings);
  const processes = new Map(
    [...ports].map(([name, { service, operations }]) => {
      const role = name.replace(/-\d+$/, '');
      const own = {
        ...users.credentialsFor(role, { eventStore: served.url, database: `muniment-${run}` }),
        MUNIMENT_ROLES: rolesOf(role, isSeparate),
        MUNIMENT_PRESERVATION_PORT: role === 'preservation' ? String(service) : '0',
        MUNIMENT_STORAGE_PORT: role === 'storage' ? String(service) : '0',
        MUNIMENT_OPERATIONS_PORT: String(operations),
      };
      return [
        name,
        restartable({ file: 'infra/compose/muniment.js', words: ['start'], env: { ...settings, ...own } }),
      ] as const;
    }),
  );
  const log = openEventStoreDb({
    connectionString: settings['MUNIMENT_EVENTSTORE_URL'] ?? '',
    codec: createCodec(catalogue),
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await Promise.all([...processes.values()].map((each) => each.end(signal)));
    await log.close();
    await eventStore.end();
    for (const balancer of Object.values(balancers)) await balancer.close();
    await rm(folder, { recursive: true });
  };
  try {
    await Promise.all([...processes.values()].map((each) => each.start()));
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }

  const report = async (name: string): Promise<Report> => {
    const response = await fetch(`http://127.0.0.1:${ports.get(name)?.operations}/ready`);
    return (await response.json()) as Report;
  };
  const metrics = async (name: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${ports.get(name)?.operations}/metrics`)).text();
  const healthy = async (withinMs = 60_000): Promise<void> => {
    for (const name of processes.keys())
      await until(`${name} is ready`, async () => (await report(name)).ready, withinMs);
  };
  const preservation = settings['MUNIMENT_PRESERVATION_URL'] ?? '';
  /** The newest public fact, where one was the newest before. */
  const lastPublic = async (before: Position | null): Promise<Position | null> => {
    let last = before;
    const unread = before === null ? {} : { after: before };
    for await (const fact of log.readAll({ ...unread, categories: RELAYED })) last = fact.position;
    return last;
  };
  /** Whether somebody has handled the last public fact under every reader's name, and no job is left. */
  const isSettled = async (last: Position | null, headers: Record<string, string>): Promise<boolean> => {
    const reports = await Promise.all([...processes.keys()].map(report));
    const readers = reports.flatMap((each) => each.readers);
    const isDone = (reader: string): boolean =>
      readers.some(({ name, active, handled }) => name === reader && active && (handled ?? '') >= (last ?? ''));
    const asked = callOn(preservation)<{ total: number }>('GET', '/jobs?state=waiting,running', undefined, headers);
    const { status, body: left } = await asked;
    if (status !== 200) throw new Error(`GET /jobs was answered with ${status}`);
    return left.total === 0 && readers.every(({ name }) => name === DISTANT || isDone(name));
  };
  return {
    preservation,
    storage: settings['MUNIMENT_STORAGE_URL'] ?? '',
    gateways: gatewaysOf('preservation').map(({ service }) => `http://127.0.0.1:${service}`),
    buckets,
    settings,
    eventStore,
    logFile,
    order: (faults) => served.set(faults),
    log,
    processes,
    report,
    metrics,
    healthy,
    settle: async ({ withinMs = 60_000, headers = {} } = {}) => {
      let last: Position | null = null;
      let wasSettled = false;
      await until(
        'every reader has seen the whole log and no job is left',
        async () => {
          const before = last;
          last = await lastPublic(before);
          const isSame = wasSettled && last === before;
          wasSettled = await isSettled(last, headers);
          return isSame && wasSettled;
        },
        withinMs,
      );
    },
    stop: () => end('SIGTERM'),
  };
};

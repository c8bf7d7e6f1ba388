import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { service } from '../../../support/services.js';
import { until } from '../../../support/scheduling/until.js';
import { freePort } from '../../../support/free-port.js';

/** A broker of one spec, that may be killed and started again on its data. */
export interface OwnBroker {
  readonly brokers: readonly string[];
  /** Resolves once it serves; does nothing when it runs. */
  start(): Promise<void>;
  /** SIGKILL, as when the machine goes. */
  kill(): Promise<void>;
  /** Kills it and removes its data. */
  remove(): Promise<void>;
}

export const NEEDS_OWN = 'a Kafka of its own (MUNIMENT_TEST_SERVICES_CACHE)';

const JVM = ['-Xms256m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData'];
const START_MS = 60_000;

/** Passwords by user; those who are not `admin` may do nothing but what ACLs allow them. */
export type KafkaUsers = Readonly<Record<string, string>>;

const secured = (users: KafkaUsers, port: number): Readonly<Record<string, string>> => {
  const known = Object.entries(users).map(([name, password]) => `user_${name}="${password}"`);
  const admin = `username="admin" password="${users['admin']}"`;
  return {
    listeners: `SASL_PLAINTEXT://127.0.0.1:${port}`,
    'advertised.listeners': `SASL_PLAINTEXT://127.0.0.1:${port}`,
    'listener.security.protocol.map': 'SASL_PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'SASL_PLAINTEXT',
    'sasl.enabled.mechanisms': 'PLAIN',
    'sasl.mechanism.inter.broker.protocol': 'PLAIN',
    'listener.name.sasl_plaintext.plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required ${admin} ${known.join(' ')};`,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': 'User:admin;User:ANONYMOUS', // who has no name is the broker itself, at its controller
  };
};

const properties = (folder: string, port: number, controller: number, users: KafkaUsers | null): string => {
  const { listeners = `PLAINTEXT://127.0.0.1:${port}`, ...security } = users === null ? {} : secured(users, port);
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    listeners: `${listeners},CONTROLLER://127.0.0.1:${controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': join(folder, 'data'),
    'auto.create.topics.enable': false,
    'offsets.topic.num.partitions': 1,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1000,
    'broker.session.timeout.ms': 3000, // a restart after a kill waits until the dead registration is over
    'broker.heartbeat.interval.ms': 500,
    'log.cleaner.dedupe.buffer.size': 16_777_216,
    ...security,
  })
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
};

/** Where the broker's program is installed; null where it is not. */
const libraries = async (): Promise<string | null> => {
  const cache = service('MUNIMENT_TEST_SERVICES_CACHE', 'the folder of installed servers');
  if (cache === null || !existsSync(join(cache, 'kafka'))) return null;
  const found = (await readdir(join(cache, 'kafka'))).find((name) => name.startsWith('libs-'));
  return found === undefined ? null : join(cache, 'kafka', found);
};

/**
 * Formats a fresh broker on free ports, not yet started; null where Kafka is not installed. With users it knows nobody
 * else, by SASL PLAIN.
 */
export const ownBroker = async (users: KafkaUsers | null = null): Promise<OwnBroker | null> => {
  const libs = await libraries();
  if (libs === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'kafka-'));
  const [port, controller] = [await freePort(), await freePort()];
  const config = join(folder, 'server.properties');
  const log = join(folder, 'broker.log');
  await writeFile(config, properties(folder, port, controller, users));
  const java = (...args: string[]): string[] => [...JVM, '-cp', join(libs, '*'), ...args];
  await promisify(execFile)(
    'java',
    java('kafka.tools.StorageTool', 'format', '-t', 'AAAAAAAAAAAAAAAAAAAAAQ', '-c', config),
  );
  let server: ChildProcess | null = null;

  const kill = async (): Promise<void> => {
    const dying = server;
    server = null;
    if (dying === null || dying.exitCode !== null) return;
    dying.kill('SIGKILL');
    await once(dying, 'exit');
  };
  return {
    brokers: [`127.0.0.1:${port}`],
    async start() {
      if (server !== null) return;
      await writeFile(log, '');
      const started = spawn(
        'sh',
        [
          '-c',
          'exec java "$@" >"$LOG" 2>&1',
          'sh',
          ...java(
            '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
            '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info',
            'kafka.Kafka',
            config,
          ),
        ],
        { env: { ...process.env, LOG: log }, stdio: 'ignore' },
      );
      server = started;
      process.once('exit', () => started.kill('SIGKILL'));
      await until(
        'the broker serves',
        async () => {
          const text = await readFile(log, 'utf8');
          if (started.exitCode !== null) throw new Error(`the broker ended: ${text.slice(-2_000)}`);
          return text.includes('Kafka Server started');
        },
        START_MS,
      );
    },
    kill,
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

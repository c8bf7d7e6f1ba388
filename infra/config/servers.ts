import type { SettingReader } from './setting-reader.js';
import { settings } from './settings.js';

/** SASL mechanisms for Kafka. */
export type SaslMechanism = 'plain' | 'scram-sha-256' | 'scram-sha-512';

/** The servers that the platform uses; null where the data folder or the process itself replaces one. */
export interface Servers {
  readonly eventStore: { readonly url: string } | null;
  readonly mongodb: { readonly url: string; readonly database: string } | null;
  readonly kafka: {
    readonly brokers: readonly string[];
    readonly topicPrefix: string;
    /** -1 for the brokers' default. */
    readonly replication: number;
    readonly tls: boolean;
    readonly login: { readonly mechanism: SaslMechanism; readonly user: string; readonly password: string } | null;
  } | null;
  readonly s3: {
    readonly endpoint: string | null;
    readonly region: string;
    readonly pathStyle: boolean;
    readonly singleCopyBytes: number;
  } | null;
}

const HOST_AND_PORT = /^[^\s:,]+:\d{1,5}$/;

const readKafka = (read: SettingReader): Servers['kafka'] => {
  const brokers = read.list(settings.kafkaBrokers);
  read.checked(
    settings.kafkaBrokers,
    () => brokers.every((each) => HOST_AND_PORT.test(each)),
    'must be a list of host:port, separated by commas',
  );
  const topicPrefix = read.checked(
    settings.kafkaTopicPrefix,
    (text) => /^[a-zA-Z0-9._-]{1,100}$/.test(text),
    'must consist of letters, digits, dots, dashes and underscores',
  );
  const replication = read.whole(settings.kafkaReplication, -1, 32_767);
  const tls = read.flag(settings.kafkaTls) ?? false;
  const mechanism = read.checked(
    settings.kafkaSasl,
    (text) => /^(|plain|scram-sha-256|scram-sha-512)$/.test(text),
    'must be plain, scram-sha-256 or scram-sha-512',
  );
  const user = read.checked(
    settings.kafkaUser,
    (text) => mechanism === '' || text !== '',
    'must be set for this login',
  );
  const password = read.text(settings.kafkaPassword);
  if (brokers.length === 0) return null;
  const login = mechanism === '' ? null : { mechanism: mechanism as SaslMechanism, user, password };
  return { brokers, topicPrefix, replication, tls, login };
};

const readS3 = (read: SettingReader): Servers['s3'] => {
  const region = read.optional(settings.s3Region);
  const endpoint = read.address(settings.s3Endpoint);
  const pathStyle = read.flag(settings.s3PathStyle) ?? endpoint !== null;
  const singleCopyBytes = read.whole(settings.s3SingleCopyBytes, 5 * 1024 ** 2, 5 * 1024 ** 3);
  if (endpoint !== null && region === null)
    read.faults.push(`${settings.s3Endpoint.variable} also needs ${settings.s3Region.variable}`);
  return region === null ? null : { endpoint, region, pathStyle, singleCopyBytes };
};

/** Reads the settings of the servers. */
export const readServers = (read: SettingReader): Servers => {
  const eventStore = read.checked(
    settings.eventStoreUrl,
    (text) => text === '' || /^esdb(\+discover)?:\/\/./.test(text),
    'must be an address that begins with esdb://',
  );
  const mongodb = read.checked(
    settings.mongodbUrl,
    (text) => text === '' || /^mongodb(\+srv)?:\/\/./.test(text),
    'must be an address that begins with mongodb://',
  );
  const database = read.checked(
    settings.mongodbDatabase,
    (text) => /^[a-zA-Z0-9_-]{1,60}$/.test(text),
    'must consist of letters, digits, dashes and underscores',
  );
  return {
    eventStore: eventStore === '' ? null : { url: eventStore },
    mongodb: mongodb === '' ? null : { url: mongodb, database },
    kafka: readKafka(read),
    s3: readS3(read),
  };
};

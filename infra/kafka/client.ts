import { Kafka, logLevel, type logCreator, type KafkaConfig, type SASLOptions } from 'kafkajs';
import { restIdleConnections } from './idle-connections.js';

/** The adapter's log; messages are constant sentences. */
export interface KafkaLog {
  debug(message: string, fields?: object): void;
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}

/** The connection settings of a broker. */
export interface KafkaConnection {
  /** `host:port` of one or more brokers of the cluster. */
  readonly brokers: readonly string[];
  /** The name of this process in the broker's log and quotas. */
  readonly clientId: string;
  readonly ssl?: KafkaConfig['ssl'];
  readonly sasl?: SASLOptions;
}

/** The time-out of a request; joining a group and fetching have longer ones. */
const REQUEST_MS = 10_000;
const CONNECT_MS = 3_000;
const PAUSES = { initialRetryTime: 50, maxRetryTime: 1_000 };
/** The client's retries within one call; the caller retries further. */
const RETRIES = 5;
/**
 * A consumer whose client retries through a broker outage, here of about 45 seconds, keeps its place in the group. One
 * that is replaced must wait until the broker gives up its predecessor.
 */
const CONSUMER_RETRIES = 45;

/** How long a repeated error of the client is not logged again: while a broker is down it comes many times a second. */
const QUIET_MS = 60_000;
const SENTENCES = 100;

/** Forwards the client's log: errors as warnings, since it retries by itself, and the rest as debug messages. */
const forwardingTo = (log: KafkaLog): logCreator => {
  const loggedAt = new Map<string, number>();
  const isNew = (sentence: string): boolean => {
    const now = performance.now();
    if (now - (loggedAt.get(sentence) ?? -Infinity) < QUIET_MS) return false;
    if (loggedAt.size >= SENTENCES) loggedAt.clear();
    loggedAt.set(sentence, now);
    return true;
  };
  return () =>
    ({ level, namespace, log: { message } }) => {
      const fields = { part: namespace, said: message };
      if (level === logLevel.ERROR && isNew(message)) log.warn('The Kafka client reported an error', fields);
      else log.debug('The Kafka client wrote to its log', fields);
    };
};

/** A client of this process, for producers and administration or for consumers. */
export const kafkaClient = (
  { brokers, clientId, ssl, sasl }: KafkaConnection,
  use: 'asking' | 'consuming',
  log: KafkaLog,
): Kafka => {
  restIdleConnections();
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ...(ssl === undefined ? {} : { ssl }),
    ...(sasl === undefined ? {} : { sasl }),
    connectionTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    retry: { ...PAUSES, retries: use === 'asking' ? RETRIES : CONSUMER_RETRIES },
    logLevel: logLevel.WARN,
    logCreator: forwardingTo(log),
  });
};

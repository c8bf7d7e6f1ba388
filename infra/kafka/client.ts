import { Kafka, logLevel, type logCreator, type KafkaConfig, type SASLOptions } from 'kafkajs';

/** Where the adapter says what it does; messages are constant sentences. */
export interface KafkaLog {
  debug(message: string, fields?: object): void;
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}

/** How a broker is reached. */
export interface KafkaConnection {
  /** `host:port` of one or more brokers of the cluster. */
  readonly brokers: readonly string[];
  /** By what name the broker knows this process in its log and quotas. */
  readonly clientId: string;
  readonly ssl?: KafkaConfig['ssl'];
  readonly sasl?: SASLOptions;
}

/** One request to a broker that does not answer; joining a group and fetching wait for longer by themselves. */
const REQUEST_MS = 10_000;
const CONNECT_MS = 3_000;
const PAUSES = { initialRetryTime: 50, maxRetryTime: 1_000 };
/** What the client tries within one call; its caller goes on from there. */
const RETRIES = 5;
/**
 * A consumer keeps its place in the group when it is the client that outlasts the absence of a broker, here of about
 * three quarters of a minute. One that is replaced has to wait until the broker gives up its predecessor.
 */
const CONSUMER_RETRIES = 45;

/** How long a complaint of the client is told once only: while a broker is away it comes many times a second. */
const QUIET_MS = 60_000;
const SENTENCES = 100;

/** Passes on what the client says: errors as warnings, since it goes on by itself, and the rest for debugging. */
const passingOn = (log: KafkaLog): logCreator => {
  const said = new Map<string, number>();
  const isNew = (sentence: string): boolean => {
    const now = performance.now();
    if (now - (said.get(sentence) ?? -Infinity) < QUIET_MS) return false;
    if (said.size >= SENTENCES) said.clear();
    said.set(sentence, now);
    return true;
  };
  return () =>
    ({ level, namespace, log: { message } }) => {
      const fields = { part: namespace, said: message };
      if (level === logLevel.ERROR && isNew(message)) log.warn('The Kafka client complained', fields);
      else log.debug('The Kafka client remarked', fields);
    };
};

/** The client of one process, for producers and questions or for its consumers. */
export const kafkaClient = (
  { brokers, clientId, ssl, sasl }: KafkaConnection,
  use: 'asking' | 'consuming',
  log: KafkaLog,
): Kafka =>
  new Kafka({
    brokers: [...brokers],
    clientId,
    ...(ssl === undefined ? {} : { ssl }),
    ...(sasl === undefined ? {} : { sasl }),
    connectionTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    retry: { ...PAUSES, retries: use === 'asking' ? RETRIES : CONSUMER_RETRIES },
    logLevel: logLevel.WARN,
    logCreator: passingOn(log),
  });

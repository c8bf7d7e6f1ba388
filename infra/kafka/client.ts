import { Kafka, logLevel, type KafkaConfig, type SASLOptions } from 'kafkajs';

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
/** What the client tries within one call; who calls it goes on from there. */
const WITHIN_A_CALL = { initialRetryTime: 50, maxRetryTime: 1_000, retries: 5 };

/** The client of one process. What it complains of while a broker is away is told as a warning: it goes on by itself. */
export const kafkaClient = ({ brokers, clientId, ssl, sasl }: KafkaConnection, log: KafkaLog): Kafka =>
  new Kafka({
    brokers: [...brokers],
    clientId,
    ...(ssl === undefined ? {} : { ssl }),
    ...(sasl === undefined ? {} : { sasl }),
    connectionTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    retry: WITHIN_A_CALL,
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ level, namespace, log: { message } }) => {
        const fields = { part: namespace, said: message };
        if (level === logLevel.ERROR) log.warn('The Kafka client complained', fields);
        else log.debug('The Kafka client remarked', fields);
      },
  });

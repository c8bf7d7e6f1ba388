import { S3Client } from '@aws-sdk/client-s3';
import { requestLimiter, type RequestLimiter } from './request-limiter.js';
import type { Clients } from './clients.js';
import { isTurnedAway } from './fault.js';
import { retries } from './retries.js';
import { ANSWER_MS } from './time-limits.js';

/** How a store is reached, and how long it is waited for. */
export interface S3Settings {
  /** Absent for the one that belongs to the region. */
  readonly endpoint?: string;
  /** Absent to look it up as every AWS tool does. */
  readonly region?: string;
  /** Absent to look them up as every AWS tool does. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  readonly forcePathStyle?: boolean;
  /** How many requests run concurrently while the store accepts them all; 64 by default. */
  readonly concurrency?: number;
  /** For how long, in milliseconds, a call is repeated or waits for its turn; 15 seconds unless said. */
  readonly patienceMs?: number;
  /** Within how many milliseconds a request must be answered that moves no bytes; 10 seconds unless said. */
  readonly answerMs?: number;
}

/** Some stores refuse a body that comes in pieces below 8 KiB. */
const requestStreamBufferSize = 65_536;

type SdkSettings = NonNullable<ConstructorParameters<typeof S3Client>[0]>;

const say = (): void => undefined;
/** What the SDK would print comes as a fault in any case. With an `info` it would render every call for it. */
const logger = { trace: say, debug: say, warn: say, error: say } as NonNullable<SdkSettings['logger']>;

const CONNECT_MS = 5_000;
/** How long a body may stand still. */
const STILL_MS = 60_000;
const PATIENCE_MS = 15_000;
const DEFAULT_CONCURRENCY = 64;

/** Opens the clients of one store, which share one limit of requests. */
export const openClients = (settings: S3Settings): Clients => {
  const { concurrency = DEFAULT_CONCURRENCY, patienceMs = PATIENCE_MS, answerMs = ANSWER_MS } = settings;
  // A body that is being read keeps its connection, but not its turn.
  const sockets = { keepAlive: true, maxSockets: 4 * concurrency };
  // With agents of ours the SDK would not wait for a store to say that it wants a large body.
  const agents = { httpAgent: sockets, httpsAgent: sockets };
  const limits = { connectionTimeout: CONNECT_MS, requestTimeout: answerMs, throwOnRequestTimeout: true };
  const limiter = requestLimiter({ most: concurrency, patienceMs, isPushback: isTurnedAway });
  const open = (
    unsure: number,
    socketTimeout: number,
    requestChecksumCalculation: 'WHEN_SUPPORTED' | 'WHEN_REQUIRED' = 'WHEN_SUPPORTED',
  ): S3Client =>
    openClient(settings, limiter, {
      requestChecksumCalculation,
      retryStrategy: retries({ unsure, patienceMs }),
      requestHandler: { ...agents, ...limits, socketTimeout },
    });
  // Nothing is heard of a long copy until it is made, so only its own limit holds; it has no bytes to sum up.
  const [once, often, copying] = [open(0, STILL_MS), open(2, STILL_MS), open(2, 0, 'WHEN_REQUIRED')];
  const close = (): void => {
    for (const client of [once, often, copying]) client.destroy();
  };
  return { once, often, copying, calls: limiter, patienceMs, close };
};

/** How a store is reached, as the SDK is told. */
export const addressing = ({
  endpoint,
  region,
  credentials,
  forcePathStyle = false,
}: Pick<S3Settings, 'endpoint' | 'region' | 'credentials' | 'forcePathStyle'>) => ({
  forcePathStyle,
  ...(endpoint === undefined ? {} : { endpoint }),
  ...(region === undefined ? {} : { region }),
  ...(credentials === undefined ? {} : { credentials }),
});

const openClient = (
  store: S3Settings,
  limiter: RequestLimiter,
  settings: Pick<SdkSettings, 'requestChecksumCalculation' | 'retryStrategy' | 'requestHandler'>,
): S3Client => {
  const client = new S3Client({
    ...addressing(store),
    requestStreamBufferSize,
    // Whoever wants a checksum compared asks for it (`get.ts`).
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger,
    ...settings,
  });
  client.middlewareStack.add((next) => (args) => limiter.run(() => next(args)), {
    step: 'deserialize',
    priority: 'high',
    name: 'takeTurns',
  });
  return client;
};

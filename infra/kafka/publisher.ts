import { cause } from '../../events/cause.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { FactPublisher } from '../../workers/fact-publisher.js';
import { BATCH_LIMITS, fillingBatch, type AddressedMessage } from './batch.js';
import type { KafkaLog } from './client.js';
import { KafkaFault } from './fault.js';
import type { Published } from './published.js';
import type { BackOff } from '../../flow/back-off.js';
import { linger } from '../../flow/linger.js';
import { retry, type RetryOptions } from '../../flow/retry.js';
import { settledWithin } from '../../flow/settled-within.js';
import { unlessAborted } from '../../flow/unless-aborted.js';

/** A publisher that retries without limit. */
export interface KafkaPublisher extends FactPublisher {
  /** How many facts are not acknowledged yet. */
  waiting(): number;
  /** Takes no more facts, waits briefly for the batch under way, and rejects the rest. */
  close(): Promise<void>;
}

/** The functions and limits of a publisher. */
export interface PublisherParts {
  /** The public message of a fact and its topic. */
  readonly address: (fact: RecordedFact) => AddressedMessage | Promise<AddressedMessage>;
  /** Resolves once every message is acknowledged; after a rejection the same batch is sent again. */
  readonly send: (batch: readonly AddressedMessage[]) => Promise<void>;
  /** Finds what was published before. */
  readonly findPublished: () => Promise<Published>;
  readonly log: KafkaLog;
  readonly limits?: Readonly<{ messages: number; bytes: number }>;
  readonly retries?: BackOff;
}

/** Messages to send, and how many facts are published once they are: those that were there before, too. */
interface Batch {
  readonly messages: readonly AddressedMessage[];
  readonly facts: number;
}

/** What was published before; null where that was not asked. */
interface Resumption {
  readonly published: Published | null;
}

interface WaitingFact {
  readonly fact: RecordedFact;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
  message?: AddressedMessage;
}

const CLOSED = new KafkaFault('closed', 'the publisher is closed');
const LAST_BATCH_MS = 2_000;
const RETRIES: BackOff = { firstMs: 50, capMs: 1_000, jitter: 'none' };
/** From this many failures in a row on, each is logged as a warning; before, the broker is most likely restarting. */
const QUIET_FAILURES = 3;

/** Retries until success; when the signal aborts, an attempt under way is abandoned. */
const tryUntilDone = <T>(
  work: () => Promise<T>,
  retrying: RetryOptions & { readonly signal: AbortSignal },
): Promise<T> => retry(() => unlessAborted(work(), retrying.signal), retrying);

/** The next facts in the order of the queue, as many as one batch takes besides those that were published before. */
const batchOf = async (
  queue: Iterable<WaitingFact>,
  { address, limits, published }: Pick<Required<PublisherParts>, 'address' | 'limits'> & Resumption,
): Promise<Batch> => {
  const batch = fillingBatch(limits);
  let facts = 0;
  for (const waiting of queue) {
    const message = waiting.message ?? address(waiting.fact);
    waiting.message = message instanceof Promise ? await message : message;
    const isThere = published?.has(waiting.fact, waiting.message) === true;
    if (!isThere && !batch.take(waiting.message)) break;
    facts++;
  }
  return { messages: batch.messages, facts };
};

/**
 * Facts are sent in the order of the calls: one batch at a time, the next after the broker's acknowledgement. A fact
 * that cannot be sent blocks all that follow, so none is skipped or overtaken.
 */
export const kafkaPublisher = (parts: PublisherParts): KafkaPublisher => {
  const { address, send, findPublished, log, limits = BATCH_LIMITS, retries = RETRIES } = parts;
  const queue: WaitingFact[] = [];
  const closed = new AbortController();
  let pumping: Promise<void> | null = null;
  let open = true;
  let published: Published | null = null;

  const onFailure = (error: unknown, attempt: number): void => {
    const fields = { waiting: queue.length, stream: queue[0]?.fact.stream, fact: queue[0]?.fact.id, ...cause(error) };
    if (error instanceof KafkaFault && !error.transient)
      log.error('A fact cannot be published and holds up the facts after it', fields);
    else if (attempt >= QUIET_FAILURES) log.warn('A batch was not accepted and is sent again', fields);
    else log.debug('A batch was not accepted and is sent again', fields);
  };
  const retrying = { backOff: retries, signal: closed.signal, onFailure };

  const isFull = (): boolean => !open || queue.length >= limits.messages;
  const pump = async (): Promise<void> => {
    while (queue.length > 0) {
      const { messages, facts } = await tryUntilDone(() => batchOf(queue, { address, limits, published }), retrying);
      if (messages.length > 0) await tryUntilDone(() => send(messages), retrying);
      for (const { resolve } of queue.splice(0, facts)) resolve();
      await linger({ size: () => queue.length, isFull });
    }
  };
  const wake = (): void => {
    pumping ??= pump()
      .catch(() => undefined) // only fails on close, which rejects the rest
      .finally(() => {
        pumping = null;
        if (open && queue.length > 0) wake();
      });
  };

  return {
    publish: (fact) =>
      new Promise((resolve, reject) => {
        if (!open) {
          reject(CLOSED);
          return;
        }
        queue.push({ fact, resolve, reject });
        wake();
      }),
    async resume() {
      published = await findPublished();
      return published.newest;
    },
    waiting: () => queue.length,
    async close() {
      open = false;
      if (pumping !== null) await settledWithin(pumping, LAST_BATCH_MS);
      closed.abort(CLOSED);
      for (const { reject } of queue.splice(0)) reject(CLOSED);
    },
  };
};

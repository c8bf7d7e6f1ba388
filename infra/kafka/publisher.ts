import { cause } from '../../events/cause.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { FactPublisher } from '../../workers/fact-publisher.js';
import { BATCH_LIMITS, fillingBatch, type AddressedMessage } from './batch.js';
import type { KafkaLog } from './client.js';
import { KafkaFault } from './fault.js';
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
  readonly log: KafkaLog;
  readonly limits?: Readonly<{ messages: number; bytes: number }>;
  readonly retries?: BackOff;
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

/**
 * Facts are sent in the order of the calls: one batch at a time, the next after the broker's acknowledgement. A fact
 * that cannot be sent blocks all that follow, so none is skipped or overtaken.
 */
export const kafkaPublisher = (parts: PublisherParts): KafkaPublisher => {
  const { address, send, log, limits = BATCH_LIMITS, retries = RETRIES } = parts;
  const queue: WaitingFact[] = [];
  const closed = new AbortController();
  let pumping: Promise<void> | null = null;
  let open = true;

  const onFailure = (error: unknown, attempt: number): void => {
    const fields = { waiting: queue.length, stream: queue[0]?.fact.stream, fact: queue[0]?.fact.id, ...cause(error) };
    if (error instanceof KafkaFault && !error.transient)
      log.error('A fact cannot be published and holds the rest', fields);
    else if (attempt >= QUIET_FAILURES) log.warn('A batch was not taken over and is sent again', fields);
    else log.debug('A batch was not taken over and is sent again', fields);
  };
  const retrying = { backOff: retries, signal: closed.signal, onFailure };

  const nextBatch = async (): Promise<readonly AddressedMessage[]> => {
    const batch = fillingBatch(limits);
    for (const waiting of queue) {
      const message = waiting.message ?? address(waiting.fact);
      waiting.message = message instanceof Promise ? await message : message;
      if (!batch.take(waiting.message)) break;
    }
    return batch.messages;
  };
  const isFull = (): boolean => !open || queue.length >= limits.messages;
  const pump = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = await tryUntilDone(nextBatch, retrying);
      await tryUntilDone(() => send(batch), retrying);
      for (const { resolve } of queue.splice(0, batch.length)) resolve();
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
    waiting: () => queue.length,
    async close() {
      open = false;
      if (pumping !== null) await settledWithin(pumping, LAST_BATCH_MS);
      closed.abort(CLOSED);
      for (const { reject } of queue.splice(0)) reject(CLOSED);
    },
  };
};

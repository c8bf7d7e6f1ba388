import { categoryOf } from '../../../events/store.js';
import type { Fact, RecordedFact } from '../../../events/envelope.js';
import { backOffMs } from '../../../flow/back-off.js';
import { keyedQueue, type KeyedQueue } from '../../../flow/sharing/keyed-queue.js';
import { pause } from '../../../flow/pause.js';
import type { FactListener, Interest, Verdict } from '../../../workers/fact-listener.js';
import type { FactPublisher } from '../../../workers/fact-publisher.js';

/** A fact that a listener gave up, or that it put off too often. */
export interface ParkedFact {
  readonly group: string;
  readonly fact: RecordedFact;
  readonly reason: string;
}

/**
 * The broker of a single process. It keeps nothing on disk: a publish resolves only when every group has dealt with
 * the fact, so that a relay which remembers its place behind resolved publishes delivers the rest again after a crash.
 * Groups must be listening before the relay starts.
 */
export interface InProcessBroker extends FactListener, Pick<FactPublisher, 'publish'> {
  parked(): readonly ParkedFact[];
  /** Resolves when no delivery is under way or put off. */
  idle(): Promise<void>;
  /** Stops delivering; what was not dealt with stays unresolved at its publisher. */
  close(): Promise<void>;
}

export interface BrokerOptions {
  /** Told of every fact that is parked. */
  readonly onParked: (parked: ParkedFact) => void;
  /** After so many deliveries a fact that is put off once more is parked. */
  readonly attempts?: number;
  /** The wait before the second delivery; it doubles from there, up to a minute. */
  readonly firstDelayMs?: number;
}

interface Group {
  readonly interest: Interest<Fact>;
  readonly handle: (fact: RecordedFact) => Promise<Verdict>;
  /** By stream. */
  readonly deliveries: KeyedQueue;
}

const LONGEST_DELAY_MS = 60_000;

export const inProcessBroker = (options: BrokerOptions): InProcessBroker => {
  const { onParked, attempts = 20, firstDelayMs = 100 } = options;
  const backOff = { firstMs: firstDelayMs, capMs: LONGEST_DELAY_MS, jitter: 'none' } as const;
  const groups = new Map<string, Group>();
  const parked: ParkedFact[] = [];
  const underWay = new Set<Promise<void>>();
  const closed = new AbortController();

  const deliver = async ({ interest, handle }: Group, fact: RecordedFact): Promise<void> => {
    const park = (reason: string): void => {
      const entry = { group: interest.group, fact, reason };
      parked.push(entry);
      onParked(entry);
    };
    for (let attempt = 1; ; attempt++) {
      closed.signal.throwIfAborted();
      const verdict = await handle(fact).catch((error: unknown): Verdict => ({ later: String(error) }));
      if ('done' in verdict) return;
      if ('park' in verdict) {
        park(verdict.park);
        return;
      }
      if (attempt >= attempts) {
        park(`put off ${attempts} times: ${verdict.later}`);
        return;
      }
      await pause(backOffMs(attempt - 1, backOff), closed.signal);
    }
  };
  const enqueue = (group: Group, fact: RecordedFact): Promise<void> => {
    const delivery = group.deliveries.run(fact.stream, () => deliver(group, fact));
    underWay.add(delivery);
    const forget = (): void => void underWay.delete(delivery);
    delivery.then(forget, forget);
    return delivery;
  };
  const concerns = ({ interest }: Group, fact: RecordedFact): boolean =>
    interest.topics.includes(categoryOf(fact.stream)) && interest.types.includes(fact.type);

  return {
    // oxlint-disable-next-line typescript/require-await -- a port method that other adapters need to wait in
    async listen<F extends Fact>(interest: Interest<F>, handle: (fact: RecordedFact<F>) => Promise<Verdict>) {
      const { group } = interest;
      if (groups.has(group)) throw new Error(`the group '${group}' listens already in this process`);
      groups.set(group, { interest, handle: handle as Group['handle'], deliveries: keyedQueue() });
      return { [Symbol.asyncDispose]: () => Promise.resolve(void groups.delete(group)) };
    },
    publish: async (fact) => {
      closed.signal.throwIfAborted();
      await Promise.all(
        [...groups.values()].filter((group) => concerns(group, fact)).map((group) => enqueue(group, fact)),
      );
    },
    parked: () => parked,
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    async close() {
      closed.abort(new Error('the broker is closed'));
      await Promise.allSettled(underWay);
    },
  };
};

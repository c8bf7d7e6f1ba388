import { withinDeadline } from '../../flow/deadline.js';
import { KafkaFault } from './fault.js';

/**
 * Settles as the promise does, or rejects with `broker-unavailable` after the time limit; the work itself is not
 * cancelled.
 */
export const inTime = <T>(promise: Promise<T>, ms: number, what: string): Promise<T> =>
  withinDeadline(promise, { ms, fault: () => new KafkaFault('broker-unavailable', `${what} took over ${ms} ms`) });

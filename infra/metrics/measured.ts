import type { ObjectStore } from '../../formats/object-store.js';
import { RevisionConflict, type EventStore } from '../../events/store.js';
import type { Metrics } from './metrics.js';

const timed = async <T>(work: () => Promise<T>, record: (seconds: number, outcome: T | Error) => void): Promise<T> => {
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1_000;
  try {
    const result = await work();
    record(seconds(), result);
    return result;
  } catch (error) {
    record(seconds(), error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
};

const appendOutcome = (outcome: unknown): 'written' | 'conflict' | 'fault' => {
  if (outcome instanceof RevisionConflict) return 'conflict';
  return outcome instanceof Error ? 'fault' : 'written';
};

/** The event log with timed appends. */
export const measuredEvents = (events: EventStore, metrics: Metrics): EventStore => ({
  append: (stream, facts, expected) =>
    timed(
      () => events.append(stream, facts, expected),
      (seconds, outcome) => metrics.append(appendOutcome(outcome), seconds),
    ),
  read: (stream, options) => events.read(stream, options),
  readAll: (options) => events.readAll(options),
  subscribe: (options, signal) => events.subscribe(options, signal),
  head: () => events.head(),
  newestAt: () => events.newestAt(),
});

/** The object store with timed copies. */
export const measuredBytes = (bytes: ObjectStore, metrics: Metrics): ObjectStore => {
  const copy: ObjectStore['copy'] = (from, to, options) =>
    timed(
      () => bytes.copy(from, to, options),
      (seconds, outcome) =>
        outcome instanceof Error ? metrics.copy('fault', seconds, 0) : metrics.copy('done', seconds, outcome.size),
    );
  return new Proxy(bytes, {
    get: (target, name, receiver): unknown => (name === 'copy' ? copy : Reflect.get(target, name, receiver)),
  });
};

import type { Fact, Position } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import type { FactCounts } from '../../events/tally.js';
import { codeOf } from '../../flow/error-code.js';
import { LogReading } from './log-reading.js';
import type { CountedBatch } from './log-portion.js';

const NOTHING: FactCounts = new Map();

/** A reader of the log. */
export interface LogReader {
  /** It reads after this position; from the beginning where that is null. */
  readonly after: Position | null;
  /** Of those of the shared log. */
  readonly categories: readonly string[];
  readonly signal: AbortSignal;
}

/** The log, which several readers in one process read together where they are at about the same place. */
export interface SharedLog {
  /** Follows the log until the signal aborts. Throws the faults of the log. */
  follow<F extends Fact>(reader: LogReader): AsyncIterable<CountedBatch<F>>;
}

/**
 * Shares the reading of some categories: what is read is decoded and counted once for all readers. Readers that catch up
 * with others go on with them. A fact that cannot be decoded stops only the readers of its category.
 */
export const sharedLog = (events: Pick<EventStore, 'subscribe'>, categories: readonly string[]): SharedLog => {
  const readings = new Set<LogReading>();

  /** One that has caught up, where there is one, so that readers come together. */
  const findReading = (after: Position | null): LogReading | undefined => {
    const giving = [...readings].filter((each) => each.gives(after));
    return giving.find((each) => each.hasCaughtUp) ?? giving[0];
  };
  const beginReading = (after: Position | null): LogReading => {
    const begun = new LogReading(events, after, categories);
    readings.add(begun);
    return begun;
  };

  async function* read<F extends Fact>(
    reading: LogReading,
    at: { position: Position | null },
    { categories: own, signal }: LogReader,
  ): AsyncGenerator<CountedBatch<F>> {
    const wanted = new Set(own);
    const place = reading.join(at.position);
    try {
      if (reading.isAtHead(place)) yield { facts: [], counts: NOTHING, position: at.position, caughtUp: true };
      for (;;) {
        const portion = await reading.take(place, signal);
        if (portion === null) return;
        const batch = portion.of<F>(wanted, at.position);
        if ((portion.position ?? '') >= (at.position ?? '')) {
          at.position = portion.position;
          yield batch;
        }
        if (portion.caughtUp && (findReading(at.position) ?? reading) !== reading) return;
      }
    } finally {
      reading.leave(place);
      if (reading.isOver) readings.delete(reading);
    }
  }

  return {
    async *follow<F extends Fact>(reader: LogReader) {
      const at = { position: reader.after };
      const { signal } = reader;
      while (!signal.aborted) {
        const reading = findReading(at.position) ?? beginReading(at.position);
        try {
          yield* read<F>(reading, at, reader);
        } catch (fault) {
          if (codeOf(fault) !== 'fact-not-decodable') throw fault;
          yield* read<F>(new LogReading(events, at.position, reader.categories), at, reader); // of its categories alone
        }
      }
    },
  };
};

import type { Codec } from '../../../events/codec/codec.js';
import type { Fact, RecordedFact } from '../../../events/envelope.js';
import { EventStoreFault } from '../../../events/store.js';
import type { Condition } from '../../../flow/condition.js';
import type { FactLog } from './fact-log.js';
import type { FactRow } from './fact-row.js';
import { eventStoreFault } from './faults.js';
import { positionOf } from './position.js';

/** What readers of the store use. */
export interface Source {
  readonly codec: Codec;
  /** Notified after each commit, and when the store closes. */
  readonly changed: Condition;
  /** Throws EventStoreFault: `store-closed` once the store is closed, `store-unavailable` while a commit is not durable. */
  query<Result>(ask: (log: FactLog) => Result): Result;
}

export const sourceOf = (
  log: FactLog,
  codec: Codec,
  changed: Condition,
  refusal: () => EventStoreFault | null,
): Source => ({
  codec,
  changed,
  query(ask) {
    const refused = refusal();
    if (refused !== null) throw refused;
    try {
      return ask(log);
    } catch (error) {
      throw eventStoreFault(error);
    }
  },
});

/** The fact in a row, upcast to its present schema. Throws EventStoreFault `fact-not-decodable`. */
export const recorded = <F extends Fact>(codec: Codec, row: FactRow): RecordedFact<F> => {
  const [position, revision, stream, id, type, data, metadata] = row;
  try {
    const fact = codec.decode({ id, type, data, metadata });
    return {
      type: fact.type,
      data: fact.data,
      id,
      metadata: fact.metadata,
      stream,
      revision: BigInt(revision),
      position: positionOf(position),
    } as RecordedFact<F>;
  } catch (error) {
    if (!(error instanceof EventStoreFault)) throw error;
    throw new EventStoreFault(error.code, `${stream} at ${revision}: ${error.message}`, { cause: error });
  }
};

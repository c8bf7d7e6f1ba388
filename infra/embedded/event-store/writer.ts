import type { WireFact } from '../../../events/codec.js';
import { type Appended, EventStoreFault, type Expected, RevisionConflict } from '../../../events/store.js';
import { type Database, DatabaseFault, transact } from '../sqlite.js';
import type { FactLog } from './fact-log.js';
import { eventStoreFault } from './faults.js';
import { judge } from './judge.js';
import { headPosition, positionOf } from './position.js';

interface Append {
  readonly stream: string;
  readonly facts: readonly WireFact[];
  readonly expected: Expected;
}

interface Waiting extends Append {
  readonly settle: (outcome: Appended | Error) => void;
}

export interface Writer {
  append(append: Append): Promise<Appended>;
  /** Accepts no more appends, and resolves when the accepted ones are completed. */
  close(): Promise<void>;
}

/** The most facts of one transaction, which blocks the event loop; further ones wait for the next transaction. */
const GROUP_FACTS = 2000;

const write = (log: FactLog, stream: number, last: number, facts: readonly WireFact[]): Appended => {
  const position = log.add(stream, last + 1, facts);
  return { revision: BigInt(last + facts.length), position: headPosition(position) };
};

const perform = (log: FactLog, { stream, facts, expected }: Append): Appended | RevisionConflict => {
  const id = log.streamId(stream);
  const last = id === undefined ? -1 : log.lastRevision(id);
  const verdict = judge(facts, expected, {
    last,
    idsFrom: (first, count) => (id === undefined ? [] : log.idsFrom(id, first, count)),
  });
  switch (verdict.kind) {
    case 'conflict':
      return new RevisionConflict(stream, expected, last === -1 ? 'none' : BigInt(last));
    case 'repeat': {
      const { revision } = verdict;
      return {
        revision: BigInt(revision),
        position: id === undefined ? null : positionOf(log.positionAt(id, revision)),
      };
    }
    case 'write': {
      if (facts.length > 0) return write(log, id ?? log.addStream(stream), last, facts);
      const position = id === undefined ? null : positionOf(log.positionAt(id, last));
      return { revision: BigInt(last), position };
    }
  }
};

/**
 * Group commit: all waiting appends share one transaction and one sync. Each is checked in order, against the state
 * after the ones before it, and every answer waits for the commit.
 */
export const openWriter = (database: Database, log: FactLog, committed: () => void): Writer => {
  const waiting: Waiting[] = [];
  let fence: EventStoreFault | null = null;
  let scheduled = false;
  let drained: (() => void) | null = null;

  const take = (): Waiting[] => {
    let facts = 0;
    const beyond = waiting.findIndex((append, index) => (facts += append.facts.length) > GROUP_FACTS && index > 0);
    return waiting.splice(0, beyond === -1 ? waiting.length : beyond);
  };

  const commit = (group: readonly Waiting[]): readonly (Appended | Error)[] => {
    if (fence !== null) return group.map(() => fence as EventStoreFault);
    try {
      return transact(database, () => group.map((append) => perform(log, append)));
    } catch (error) {
      const fault = eventStoreFault(error);
      if (error instanceof DatabaseFault && error.code === 'outcome-unknown') {
        fence = new EventStoreFault('store-unavailable', 'the event store must be opened again after a failed commit', {
          cause: fault,
        });
      }
      return group.map(() => (fault instanceof Error ? fault : new Error('the append failed', { cause: fault })));
    }
  };

  const turn = (): void => {
    const group = take();
    const outcomes = commit(group);
    committed();
    group.forEach(({ settle }, index) => settle(outcomes[index] ?? new Error('an append was left out')));
    scheduled = waiting.length > 0;
    if (scheduled) setImmediate(turn);
    else drained?.();
  };

  return {
    append: (append) =>
      new Promise((resolve, reject) => {
        const settle = (outcome: Appended | Error): void => {
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        };
        waiting.push({ ...append, settle });
        if (!scheduled) setImmediate(turn);
        scheduled = true;
      }),
    close: () =>
      new Promise((resolve) => {
        if (!scheduled) resolve();
        drained = resolve;
      }),
  };
};

import type { WireFact } from '../../../events/codec.js';
import { type Appended, EventStoreFault, type Expected, RevisionConflict } from '../../../events/store.js';
import { type Database, transact } from '../sqlite.js';
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
  /** Set once a commit could not be synced: then its facts are in the database, and may not be durable. */
  unreadable(): EventStoreFault | null;
  /** Accepts no more appends, and resolves when the accepted ones are completed. */
  close(): Promise<void>;
}

const syncFault = (cause: unknown): EventStoreFault =>
  new EventStoreFault('outcome-unknown', 'the event store: a commit could not be synced', { cause });

const mustBeOpenedAgain = (cause: unknown): EventStoreFault =>
  new EventStoreFault('store-unavailable', 'the event store must be opened again after a failed commit', { cause });

/** The most facts of one transaction, which blocks the event loop; further ones wait for the next transaction. */
const GROUP_FACTS = 2000;

/** A stream that has facts, and its last revision. */
interface StreamEnd {
  readonly id: number;
  readonly last: number;
}

/** The ends of streams that were written lately, so that they need not be looked up. */
type StreamEnds = Map<string, StreamEnd>;

const MOST_ENDS = 1000;

const endOf = (log: FactLog, ends: StreamEnds, stream: string): StreamEnd | null => {
  const known = ends.get(stream);
  if (known !== undefined) return known;
  const id = log.streamId(stream);
  return id === undefined ? null : { id, last: log.lastRevision(id) };
};

const perform = (log: FactLog, ends: StreamEnds, append: Append): Appended | RevisionConflict => {
  const { stream, facts, expected } = append;
  const end = endOf(log, ends, stream);
  const last = end?.last ?? -1;
  const verdict = judge(facts, expected, {
    last,
    idsFrom: (first, count) => (end === null ? [] : log.idsFrom(end.id, first, count)),
  });
  const at = (revision: number): Appended => ({
    revision: BigInt(revision),
    position: end === null ? null : positionOf(log.positionAt(end.id, revision)),
  });
  switch (verdict.kind) {
    case 'conflict':
      return new RevisionConflict(stream, expected, last === -1 ? 'none' : BigInt(last));
    case 'repeat':
      return at(verdict.revision);
    case 'write':
      return facts.length === 0 ? at(last) : write(log, ends, append, end ?? { id: log.addStream(stream), last });
  }
};

const write = (log: FactLog, ends: StreamEnds, { stream, facts }: Append, { id, last }: StreamEnd): Appended => {
  const position = log.add(id, last + 1, facts);
  const revision = last + facts.length;
  if (ends.size >= MOST_ENDS) ends.clear();
  ends.set(stream, { id, last: revision });
  return { revision: BigInt(revision), position: headPosition(position) };
};

/** What a writer writes to. */
export interface WriterOptions {
  readonly database: Database;
  readonly log: FactLog;
  /** Makes the last commit durable; throws when it cannot. */
  readonly sync: () => void;
  /** Called after each commit. */
  readonly committed: () => void;
}

/**
 * Group commit: all waiting appends share one transaction and one sync. Each is checked in order, against the state
 * after the ones before it, and every answer waits for the sync. Nothing reads between commit and sync.
 */
export const openWriter = ({ database, log, sync, committed }: WriterOptions): Writer => {
  const waiting: Waiting[] = [];
  const ends: StreamEnds = new Map();
  let fence: EventStoreFault | null = null;
  let unreadable: EventStoreFault | null = null;
  let scheduled = false;
  let drained: (() => void) | null = null;

  const take = (): Waiting[] => {
    let facts = 0;
    const beyond = waiting.findIndex((append, index) => (facts += append.facts.length) > GROUP_FACTS && index > 0);
    return waiting.splice(0, beyond === -1 ? waiting.length : beyond);
  };

  const commit = (group: readonly Waiting[]): readonly (Appended | Error)[] => {
    if (fence !== null) return group.map(() => fence as EventStoreFault);
    let isWritten = false;
    try {
      const outcomes = transact(database, () => group.map((append) => perform(log, ends, append)));
      isWritten = true;
      sync();
      return outcomes;
    } catch (error) {
      ends.clear(); // the group was taken back, or nobody reads any more
      const fault = isWritten ? syncFault(error) : eventStoreFault(error);
      if (fault instanceof EventStoreFault && fault.code === 'outcome-unknown') fence = mustBeOpenedAgain(fault);
      if (isWritten) unreadable = fence;
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
    unreadable: () => unreadable,
    close: () =>
      new Promise((resolve) => {
        if (!scheduled) resolve();
        drained = resolve;
      }),
  };
};

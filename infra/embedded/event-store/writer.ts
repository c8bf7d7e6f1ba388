import type { WireFact } from '../../../events/codec/codec.js';
import { type AppendResult, EventStoreFault, type ExpectedRevision, RevisionConflict } from '../../../events/store.js';
import { repairedBy } from '../repairs.js';
import { type Database, transact } from '../sqlite.js';
import type { SyncedLog } from '../synced-log.js';
import type { FactLog } from './fact-log.js';
import { eventStoreFault } from './faults.js';
import { judge } from './judge.js';
import { headPosition, positionOf } from './position.js';
import { commitNothing } from './schema.js';

interface Append {
  readonly stream: string;
  readonly facts: readonly WireFact[];
  readonly expected: ExpectedRevision;
}

interface WaitingAppend extends Append {
  readonly settle: (outcome: AppendResult | Error) => void;
}

export interface Writer {
  append(append: Append): Promise<AppendResult>;
  /** Why nothing is accepted since a commit failed, after another attempt; null while appends are accepted. */
  fault(): EventStoreFault | null;
  /** The same where that commit could not be synced: its facts are in the database, and are not durable yet. */
  unreadable(): EventStoreFault | null;
  /** Accepts no more appends, and resolves when the accepted ones are completed. */
  close(): Promise<void>;
}

const unsyncedFault = (cause: unknown): EventStoreFault =>
  new EventStoreFault('outcome-unknown', 'the event store: a commit could not be synced', { cause });

const notRepaired = (options: ErrorOptions): EventStoreFault =>
  new EventStoreFault(
    'store-unavailable',
    'the disk of the event store refused a commit, and refuses it still',
    options,
  );

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

const perform = (log: FactLog, ends: StreamEnds, append: Append): AppendResult | RevisionConflict => {
  const { stream, facts, expected } = append;
  const end = endOf(log, ends, stream);
  const last = end?.last ?? -1;
  const verdict = judge(facts, expected, {
    last,
    idsFrom: (first, count) => (end === null ? [] : log.idsFrom(end.id, first, count)),
  });
  const at = (revision: number): AppendResult => ({
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

const write = (log: FactLog, ends: StreamEnds, { stream, facts }: Append, { id, last }: StreamEnd): AppendResult => {
  const position = log.add(id, last + 1, facts);
  const revision = last + facts.length;
  if (ends.size >= MOST_ENDS) ends.clear();
  ends.set(stream, { id, last: revision });
  return { revision: BigInt(revision), position: headPosition(position) };
};

/** Takes the appends of the next transaction from those that wait. */
const takeGroup = (waiting: WaitingAppend[]): WaitingAppend[] => {
  let facts = 0;
  const beyond = waiting.findIndex((append, index) => (facts += append.facts.length) > GROUP_FACTS && index > 0);
  return waiting.splice(0, beyond === -1 ? waiting.length : beyond);
};

const asError = (failure: unknown): Error =>
  failure instanceof Error ? failure : new Error('the append failed', { cause: failure });

/** What a writer writes to. */
export interface WriterOptions {
  readonly database: Database;
  readonly log: FactLog;
  readonly commitSync: Pick<SyncedLog, 'sync' | 'repair'>;
  /** Called after each commit. */
  readonly committed: () => void;
}

/**
 * Group commit: all waiting appends share one transaction and one sync. Each is checked in order, against the state
 * after the ones before it, and every answer waits for the sync. Nothing reads between commit and sync. Once the disk has
 * refused a commit, appends are accepted again when the log is repaired and takes another commit.
 */
export const openWriter = ({ database, log, commitSync, committed }: WriterOptions): Writer => {
  const waiting: WaitingAppend[] = [];
  const ends: StreamEnds = new Map();
  let unsynced = false;
  let scheduled = false;
  let drained: (() => void) | null = null;

  const repairs = repairedBy(() => {
    commitSync.repair();
    commitNothing(database);
    commitSync.sync();
    unsynced = false;
    committed();
  });
  const fault = (): EventStoreFault | null => {
    const pending = repairs.pending();
    return pending && notRepaired(pending);
  };

  const commit = (group: readonly WaitingAppend[]): readonly (AppendResult | Error)[] => {
    const refusal = fault();
    if (refusal !== null) return group.map(() => refusal);
    let isWritten = false;
    try {
      const outcomes = transact(database, () => group.map((append) => perform(log, ends, append)));
      isWritten = true;
      commitSync.sync();
      return outcomes;
    } catch (error) {
      ends.clear(); // the group was taken back, or its outcome is unknown
      const failure = isWritten ? unsyncedFault(error) : eventStoreFault(error);
      if (failure instanceof EventStoreFault && failure.code === 'outcome-unknown') repairs.failed(failure);
      unsynced ||= isWritten;
      return group.map(() => asError(failure));
    }
  };

  const turn = (): void => {
    const group = takeGroup(waiting);
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
        waiting.push({ ...append, settle: (it) => (it instanceof Error ? reject(it) : resolve(it)) });
        if (!scheduled) setImmediate(turn);
        scheduled = true;
      }),
    fault,
    unreadable: () => (unsynced ? fault() : null),
    close: () =>
      new Promise((resolve) => {
        if (!scheduled) resolve();
        drained = resolve;
      }),
  };
};

import { DatabaseFault, transact, type Database } from '../../sqlite.js';

/**
 * Writes to a database, those of concurrent callers together in one transaction. Its sync runs outside this thread:
 * meanwhile the next writers gather, and readers see what is about to be durable.
 */
export interface GroupCommit {
  /**
   * Runs `work` soon and resolves when what it wrote is durable. Works run one after another in the order given, each
   * seeing what those before it wrote; what one throws undoes and rejects it alone.
   */
  write<T>(work: () => T): Promise<T>;
  /** Runs `work` with the next write, or at the close. Nobody waits for it: only for what may be lost and found again. */
  later(work: () => void): void;
  /** Writes all that waits; it is durable once `close` or a `write` after it resolves. */
  flush(): void;
  /** Writes all that waits, and resolves when nothing is left to become durable. */
  close(): Promise<void>;
}

interface Waiting {
  run(): void;
  settle(): void;
  reject(error: unknown): void;
}

/** `sync` makes everything durable that was committed before it was called. */
export const groupCommit = (database: Database, sync: () => Promise<void>): GroupCommit => {
  const savepoint = database.prepare('SAVEPOINT one');
  const release = database.prepare('RELEASE one');
  const undo = database.prepare('ROLLBACK TO one');
  let waiting: Waiting[] = [];
  let laters: (() => void)[] = [];
  const syncing = new Set<Promise<void>>();
  let broken: DatabaseFault | null = null;

  const runAlone = (each: Waiting): void => {
    savepoint.run();
    try {
      each.run();
    } catch (error) {
      // The database's own errors end the whole transaction; a refusal ends only the work that refused.
      if (error instanceof Error && 'sqliteCode' in error) throw error;
      undo.run();
      each.settle = () => each.reject(error);
    }
    release.run();
  };

  const settleWhenDurable = (batch: readonly Waiting[]): void => {
    const done = sync().then(
      () => {
        for (const each of batch) each.settle();
      },
      (cause: unknown) => {
        // What the disk holds now is anyone's guess until the database is opened anew.
        broken ??= new DatabaseFault('database-unavailable', 'the disk refused an earlier sync', { cause });
        const fault = new DatabaseFault('outcome-unknown', 'the disk refused the sync', { cause });
        for (const each of batch) each.reject(fault);
      },
    );
    syncing.add(done);
    void done.finally(() => {
      syncing.delete(done);
      flushSoon();
    });
  };

  /** While a sync is under way no other could begin, so that a transaction of its own would gain nobody anything. */
  const flushSoon = (): void => {
    if (waiting.length > 0 && syncing.size === 0) setImmediate(flush);
  };

  const flush = (): void => {
    const batch = waiting;
    const extra = laters;
    if (batch.length === 0 && extra.length === 0) return;
    waiting = [];
    laters = [];
    try {
      if (broken !== null) throw broken;
      transact(database, () => {
        for (const work of extra) work();
        for (const each of batch) runAlone(each);
      });
    } catch (error) {
      const unknown = error instanceof DatabaseFault && error.code === 'outcome-unknown';
      if (!unknown) laters = [...extra, ...laters];
      for (const each of batch) each.reject(error);
      return;
    }
    if (batch.length > 0) settleWhenDurable(batch);
  };

  return {
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        let result: { readonly value: T } | undefined;
        waiting.push({
          run: () => void (result = { value: work() }),
          settle: () => {
            if (result !== undefined) resolve(result.value);
          },
          reject,
        });
        if (waiting.length === 1) flushSoon();
      }),
    later: (work) => void laters.push(work),
    flush,
    async close() {
      flush();
      await Promise.all(syncing);
    },
  };
};

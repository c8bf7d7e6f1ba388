import { DatabaseFault, transact, type Database } from '../sqlite.js';

/** Writes to a database, those of concurrent callers together in one durable transaction. */
export interface GroupCommit {
  /**
   * Runs `work` soon and resolves when what it wrote is durable. Works run one after another in the order given, each
   * seeing what those before it wrote; what one throws undoes and rejects it alone.
   */
  write<T>(work: () => T): Promise<T>;
  /** Runs `work` with the next write, or at the close. Nobody waits for it: only for what may be lost and found again. */
  later(work: () => void): void;
  /** Writes all that waits. */
  flush(): void;
}

interface Waiting {
  run(): void;
  settle(): void;
  reject(error: unknown): void;
}

export const groupCommit = (database: Database): GroupCommit => {
  const savepoint = database.prepare('SAVEPOINT one');
  const release = database.prepare('RELEASE one');
  const undo = database.prepare('ROLLBACK TO one');
  let waiting: Waiting[] = [];
  let laters: (() => void)[] = [];

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

  const flush = (): void => {
    const batch = waiting;
    const extra = laters;
    if (batch.length === 0 && extra.length === 0) return;
    waiting = [];
    laters = [];
    try {
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
    for (const each of batch) each.settle();
  };

  return {
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        let result: { readonly value: T } | undefined;
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({
          run: () => void (result = { value: work() }),
          settle: () => {
            if (result !== undefined) resolve(result.value);
          },
          reject,
        });
      }),
    later: (work) => void laters.push(work),
    flush,
  };
};

import { repairedBy, type Repairs } from '../../repairs.js';
import { DatabaseFault } from '../../database-fault.js';
import { transact, writeFault, type Database } from '../../sqlite.js';
import type { SyncedLog } from '../../synced-log.js';

type Statement = ReturnType<Database['prepare']>;

interface WaitingWrite {
  run(): void;
  settle(): void;
  reject(error: unknown): void;
}

/**
 * Writes to a database, those of concurrent callers together in one transaction. The sync runs in another thread:
 * meanwhile the next writers queue, and readers see data that is not durable yet.
 */
export class GroupCommit {
  readonly #database: Database;
  readonly #sync: () => Promise<void>;
  readonly #savepoint: Statement;
  readonly #release: Statement;
  readonly #undo: Statement;
  readonly #flush = (): void => this.flush();
  readonly #syncing = new Set<Promise<void>>();
  #waiting: WaitingWrite[] = [];
  #laters: (() => void)[] = [];
  readonly #repairs: Repairs;

  /** `sync` makes everything durable that was committed before it was called, `repair` what a failed sync left. */
  constructor(database: Database, log: Pick<SyncedLog, 'repair'> & { readonly sync: () => Promise<void> }) {
    this.#database = database;
    this.#sync = log.sync;
    this.#repairs = repairedBy(log.repair);
    this.#savepoint = database.prepare('SAVEPOINT one');
    this.#release = database.prepare('RELEASE one');
    this.#undo = database.prepare('ROLLBACK TO one');
  }

  /**
   * Runs `work` soon and resolves when what it wrote is durable. Works run one after another in the given order, each
   * seeing the writes before it; an error undoes and rejects only its own work. A work may run twice, and the
   * first time be undone: it must do nothing but read and write the database.
   */
  write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let result: { readonly value: T } | undefined;
      this.#waiting.push({
        run: () => void (result = { value: work() }),
        settle: () => {
          if (result !== undefined) resolve(result.value);
        },
        reject,
      });
      if (this.#waiting.length === 1) this.#flushSoon();
    });
  }

  /** Runs `work` with the next write, or at the close. Nothing waits for it: only for data that can be recovered. */
  later(work: () => void): void {
    this.#laters.push(work);
  }

  /** Writes all queued works; they are durable once `close` or a later `write` resolves. */
  flush(): void {
    const batch = this.#waiting;
    const extra = this.#laters;
    if (batch.length === 0 && extra.length === 0) return;
    this.#waiting = [];
    this.#laters = [];
    try {
      this.#transact(extra, batch);
    } catch (error) {
      const unknown = error instanceof DatabaseFault && error.code === 'outcome-unknown';
      if (!unknown) this.#laters = [...extra, ...this.#laters];
      for (const each of batch) each.reject(error);
      return;
    }
    if (batch.length > 0) this.#settleWhenDurable(batch);
  }

  /** Why the disk refuses writes, after another attempt where a sync was refused; null while all is well. */
  fault(): DatabaseFault | null {
    return this.#unrepaired() ?? writeFault(this.#database);
  }

  /** Writes all queued works, and resolves when they are durable. */
  async close(): Promise<void> {
    this.flush();
    await Promise.all(this.#syncing);
  }

  #unrepaired(): DatabaseFault | null {
    const pending = this.#repairs.pending();
    return pending && new DatabaseFault('database-unavailable', 'the disk refused an earlier sync', pending);
  }

  /** While a sync is under way no other can begin, so an earlier transaction would not help. */
  #flushSoon(): void {
    if (this.#waiting.length > 0 && this.#syncing.size === 0) setImmediate(this.#flush);
  }

  #transact(extra: readonly (() => void)[], batch: readonly WaitingWrite[]): void {
    const fault = this.#unrepaired();
    if (fault !== null) throw fault;
    const inOne = (run: (each: WaitingWrite) => void): void =>
      transact(this.#database, () => {
        for (const work of extra) work();
        for (const each of batch) run(each);
      });
    try {
      inOne((each) => each.run());
    } catch (error) {
      if (error instanceof DatabaseFault) throw error;
      inOne((each) => this.#runAlone(each));
    }
  }

  /**
   * In a savepoint, to undo it by itself: only once a work has refused, since for each savepoint the database copies all
   * pages that are changed in it.
   */
  #runAlone(each: WaitingWrite): void {
    this.#savepoint.run();
    try {
      each.run();
    } catch (error) {
      // Errors of the database end the whole transaction; other errors end only their work.
      if (error instanceof Error && 'sqliteCode' in error) throw error;
      this.#undo.run();
      each.settle = () => each.reject(error);
    }
    this.#release.run();
  }

  #settleWhenDurable(batch: readonly WaitingWrite[]): void {
    const done = this.#sync().then(
      () => {
        for (const each of batch) each.settle();
      },
      (cause: unknown) => this.#rejectUnsynced(batch, cause),
    );
    this.#syncing.add(done);
    void done.finally(() => {
      this.#syncing.delete(done);
      this.#flushSoon();
    });
  }

  /** The works are in the database, and durable only once the log is repaired. */
  #rejectUnsynced(batch: readonly WaitingWrite[], cause: unknown): void {
    this.#repairs.failed(cause);
    const fault = new DatabaseFault('outcome-unknown', 'the disk refused the sync', { cause });
    for (const each of batch) each.reject(fault);
  }
}

import { backOffMs } from '../../../flow/back-off.js';

/** Told of a path that could not be removed, once for each time that it is found there. */
export type ReportLeftover = (path: string, error: unknown) => void;

const AGAIN = { firstMs: 60_000, capMs: 3_600_000 } as const;

const isOfTheSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/**
 * What cannot be removed though nothing needs it. That is reported, counted, and tried again later, less and less often;
 * nothing else has to wait for it.
 */
export class Leftovers {
  readonly #report: ReportLeftover;
  readonly #left = new Map<string, NodeJS.Timeout>();
  #isClosed = false;

  constructor(report: ReportLeftover) {
    this.#report = report;
  }

  get count(): number {
    return this.#left.size;
  }

  /** Runs `remove`, and again later where the system refuses: then it answers false. Rejects with any other error. */
  async attempt(path: string, remove: () => Promise<unknown>): Promise<boolean> {
    try {
      await remove();
    } catch (error) {
      if (!isOfTheSystem(error)) throw error;
      if (!this.#left.has(path)) {
        this.#report(path, error);
        this.#tryLater(path, remove, 0);
      }
      return false;
    }
    this.#forget(path);
    return true;
  }

  /** Nothing is tried any more. */
  close(): void {
    this.#isClosed = true;
    for (const path of this.#left.keys()) this.#forget(path);
  }

  #tryLater(path: string, remove: () => Promise<unknown>, failures: number): void {
    const again = async (): Promise<void> => {
      const isGone = await remove().then(
        () => true,
        () => false,
      );
      if (isGone) this.#forget(path);
      else if (!this.#isClosed && this.#left.has(path)) this.#tryLater(path, remove, failures + 1);
    };
    this.#left.set(path, setTimeout(() => void again(), backOffMs(failures, AGAIN)).unref());
  }

  #forget(path: string): void {
    clearTimeout(this.#left.get(path));
    this.#left.delete(path);
  }
}

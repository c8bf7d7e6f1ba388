import type { LiveExport } from '../../commands/archival-group/state.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import { pause } from '../../flow/pause.js';
import type { ExportTask } from './export-task.js';

/** An export as one worker has it. */
export interface HeldExport {
  readonly dependencies: Pick<Dependencies, 'events'>;
  readonly task: ExportTask;
  readonly epoch: number;
}

/** How often the ledger is read while a worker copies, in milliseconds. */
const LOOK_EVERY_MS = 2_000;
/** How old the last reading may be when a copy begins; far below the time after which another worker takes over. */
const FRESH_MS = 10_000;

/** The export as this worker has it in the ledger; null when it has ended, or another worker has it. */
export const liveExport = async ({ dependencies, task, epoch }: HeldExport): Promise<LiveExport | null> => {
  const { export: live } = await readLedger(dependencies.events, task.archivalGroup);
  return live?.exportId === task.jobId && live.epoch === epoch ? live : null;
};

/**
 * Reads the ledger regularly, so that a worker stops when its export was abandoned or taken over. A destination can be
 * changed by its owner as soon as the export has ended; therefore a worker that was paused reads the ledger before it
 * copies anything more.
 */
export class LedgerWatch {
  readonly #held: HeldExport;
  readonly #ended = new AbortController();
  readonly #watching: Promise<void>;
  #seenAt = performance.now();

  constructor(held: HeldExport) {
    this.#held = held;
    this.#watching = this.#watch();
  }

  /** Aborts with LeaseLost when this worker no longer has the export. */
  get lost(): AbortSignal {
    return this.#ended.signal;
  }

  /** Throws LeaseLost when this worker no longer has the export; reads the ledger unless it was read recently. */
  async requireLive(): Promise<void> {
    if (performance.now() - this.#seenAt > FRESH_MS) await this.#look();
    this.#ended.signal.throwIfAborted();
  }

  async stop(): Promise<void> {
    this.#ended.abort(new LeaseLost('the export has ended'));
    await this.#watching;
  }

  async #look(): Promise<void> {
    const at = performance.now();
    if ((await liveExport(this.#held)) === null) this.#ended.abort(new LeaseLost('the ledger has ended the export'));
    else this.#seenAt = at;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ended;
    for (;;) {
      await pause(LOOK_EVERY_MS, signal);
      if (signal.aborted) return;
      await this.#look().catch(() => undefined); // an unavailable log is no reason to stop; `requireLive` waits for it
    }
  }
}

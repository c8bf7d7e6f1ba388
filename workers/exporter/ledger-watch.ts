import type { LiveExport } from '../../commands/archival-group/state.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import type { ExportTask } from './export-task.js';

/** An export as one worker has it. */
export interface HeldExport {
  readonly dependencies: Pick<Dependencies, 'events'>;
  readonly task: ExportTask;
  readonly epoch: number;
}

/** How old the last reading may be when a copy begins; below the time after which another worker may take over. */
const FRESH_MS = 2_000;

/** The export as this worker has it in the ledger; null when it has ended, or another worker has it. */
export const liveExport = async ({ dependencies, task, epoch }: HeldExport): Promise<LiveExport | null> => {
  const { export: live } = await readLedger(dependencies.events, task.archivalGroup);
  return live?.exportId === task.jobId && live.epoch === epoch ? live : null;
};

/**
 * Has the ledger read before a copy begins. A destination can be changed by its owner as soon as the export has ended;
 * therefore a worker that was paused copies nothing more before it has read the ledger.
 */
export class LedgerWatch {
  readonly #held: HeldExport;
  #seenAt = performance.now();

  /** Made when the ledger was read. */
  constructor(held: HeldExport) {
    this.#held = held;
  }

  /** Throws LeaseLost when this worker no longer has the export; reads the ledger unless it was read recently. */
  async requireLive(): Promise<void> {
    const at = performance.now();
    if (at - this.#seenAt <= FRESH_MS) return;
    if ((await liveExport(this.#held)) === null) throw new LeaseLost('the ledger has ended the export');
    this.#seenAt = at;
  }
}

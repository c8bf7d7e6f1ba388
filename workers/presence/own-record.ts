import type { SharedRecords } from '../../flow/shared-records.js';
import { PROCESS_PREFIX, type ProcessRecord } from './process-record.js';

/** The record of this process, which no other one changes, but may remove. */
export class OwnRecord {
  readonly #records: SharedRecords;
  readonly #told: Omit<ProcessRecord, 'heartbeat' | 'jobs' | 'left'>;
  readonly #name: string;
  #tag: string | null = null;
  #heartbeat = 0;

  constructor(records: SharedRecords, told: Omit<ProcessRecord, 'heartbeat' | 'jobs' | 'left'>) {
    this.#records = records;
    this.#told = told;
    this.#name = `${PROCESS_PREFIX}${told.holder}`;
  }

  /** Writes the next heartbeat. Rejects as the store does, and where the record could not be written. */
  async write(now: Pick<ProcessRecord, 'jobs' | 'left'>): Promise<void> {
    const value: ProcessRecord = { ...this.#told, ...now, heartbeat: ++this.#heartbeat };
    const tag = (await this.#records.write(this.#name, value, this.#tag)) ?? (await this.#writeAnew(value));
    if (tag === null) throw new Error(`the record ${this.#name} changed while it was written`);
    this.#tag = tag;
  }

  /** An earlier write may have taken effect without an answer, or the record was removed. */
  async #writeAnew(value: ProcessRecord): Promise<string | null> {
    const seen = (await this.#records.read(this.#name))?.tag ?? null;
    return this.#records.write(this.#name, value, seen);
  }
}

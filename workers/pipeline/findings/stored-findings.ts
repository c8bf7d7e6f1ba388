import { createReadStream } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AllFindings, FileFindings } from '../../../formats/tools/findings/file-findings.js';

/** The findings of a run on the local disk, a file for each batch, so that memory does not grow with the deposit. */
export class StoredFindings implements AllFindings {
  readonly #folder: string;
  readonly #batches = new Set<number>();

  /** `folder` exists and is empty. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Replaces the findings of a batch. */
  async put(batch: number, findings: readonly FileFindings[]): Promise<void> {
    const path = this.#pathOf(batch);
    await writeFile(`${path}.new`, findings.map((each) => `${JSON.stringify(each)}\n`).join(''));
    await rename(`${path}.new`, path);
    this.#batches.add(batch);
  }

  /** Every file's findings, in the order of the batches. */
  async *[Symbol.asyncIterator](): AsyncGenerator<FileFindings> {
    for (const batch of [...this.#batches].sort((a, b) => a - b)) {
      const input = createReadStream(this.#pathOf(batch));
      try {
        const lines = createInterface({ input, crlfDelay: Infinity });
        for await (const line of lines) yield JSON.parse(line) as FileFindings;
      } finally {
        input.destroy(); // where not all are read
      }
    }
  }

  #pathOf(batch: number): string {
    return join(this.#folder, `${batch}.ndjson`);
  }
}

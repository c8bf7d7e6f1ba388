import { WholeExportFailure } from '../../commands/export-content/export-file.js';
import type { ExportFailure } from '../../events/export.js';
import { OcflFault } from '../../formats/ocfl/ocfl-fault.js';

/** The failure of the whole export for an error that a retry cannot change; null for any other error. */
export const wholeFailure = (error: unknown): ExportFailure | null =>
  error instanceof WholeExportFailure || error instanceof OcflFault ? { path: null, message: error.message } : null;

/** The most bytes of failures, as JSON, in one fact. */
const PAGE_BYTES = 150_000;

/** The failures in pages, each small enough for one fact. */
export function* failurePages(failures: readonly ExportFailure[]): Generator<readonly ExportFailure[]> {
  let page: ExportFailure[] = [];
  let bytes = 0;
  for (const failure of failures) {
    const size = Buffer.byteLength(JSON.stringify(failure));
    if (page.length > 0 && bytes + size > PAGE_BYTES) {
      yield page;
      [page, bytes] = [[], 0];
    }
    page.push(failure);
    bytes += size;
  }
  if (page.length > 0) yield page;
}

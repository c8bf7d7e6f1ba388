import { exportFile, type FileExportOptions } from '../../commands/export-content/export-file.js';
import type { FileToExport } from '../../commands/export-content/files-to-export.js';
import type { ExportFailure } from '../../events/export.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import type { Progress } from '../progress.js';
import type { Step } from '../step.js';

/** How many files are copied concurrently. */
const CONCURRENCY = 64;

/**
 * Copies the files to their destination. Answers the failures, in the order of the files; rejects with
 * WholeExportFailure for a fault that concerns every file, and with transient faults.
 */
export const copyFiles = async (
  files: readonly FileToExport[],
  exporting: FileExportOptions,
  { progress, step, signal }: { readonly progress: Progress; readonly step: Step; readonly signal: AbortSignal },
): Promise<readonly ExportFailure[]> => {
  const failures: (ExportFailure | undefined)[] = [];
  await forEachConcurrently(files, { width: CONCURRENCY, signal }, async (file, index) => {
    let { isRepeated } = exporting;
    const counted = progress.begin();
    const onMoved = (bytes: number): void => counted.moved(bytes);
    const exported = await step('copy-file', () => {
      const attempt = exportFile(file, { ...exporting, isRepeated, onMoved });
      isRepeated = true;
      return attempt;
    });
    if (exported.ok) counted.done(exported.value);
    else failures[index] = { path: file.path, message: exported.refusal };
  });
  return failures.filter((failure) => failure !== undefined);
};

import type { ExportFailure } from '../../events/export.js';
import { isTransient } from '../../events/transient.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import type { LiveExport } from '../../commands/archival-group/state.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { type Intent, exportIntent } from '../../commands/core/intent.js';
import { WholeExportFailure, type FileExportOptions } from '../../commands/export-content/export-file.js';
import { filesToExport, listedBelow } from '../../commands/export-content/files-to-export.js';
import { openingMets } from '../../commands/export-content/opening-mets.js';
import { sweepDestination } from '../../commands/processes/deposits/delete-deposit.js';
import { onExport } from '../../commands/export/export-stream.js';
import { finishExport } from '../../commands/processes/exports/run-export.js';
import { objectMismatch } from '../../commands/reads/object-mismatch.js';
import { readVersionOfGroup } from '../../commands/reads/read-version.js';
import type { WithCorrelation } from '../job-kind.js';
import type { Log } from '../log.js';
import { progress, type ReportProgress } from '../progress.js';
import { steps, type Step } from '../step.js';
import { copyFiles } from './copy-files.js';
import { failurePages, wholeFailure } from './export-failure.js';
import type { ExportTask } from './export-task.js';
import { LedgerWatch, liveExport } from './ledger-watch.js';

export interface ExportWork {
  readonly dependencies: Dependencies;
  readonly log: Log;
  readonly task: WithCorrelation<ExportTask>;
  readonly epoch: number;
  readonly signal: AbortSignal;
  readonly report: ReportProgress;
}

/** One worker's attempt at an export that it has in the ledger. */
interface Attempt extends ExportWork {
  readonly live: LiveExport;
  readonly step: Step;
  readonly watch: LedgerWatch;
}

const ATTEMPTS = 12;

/**
 * Works an export to its end, as long as the ledger has this worker's epoch. A file that cannot be copied is a failure
 * of the export; a store that cannot be reached for long is not: the export stays as it is for the next worker, as it
 * does when the signal aborts.
 */
export const workExport = async (work: ExportWork): Promise<void> => {
  const live = await liveExport(work);
  if (live === null) return;
  const { task, log, signal } = work;
  const watch = new LedgerWatch(work);
  const step = steps({ jobId: task.jobId, log, signal, attempts: ATTEMPTS, mayPass: isTransient });
  try {
    await exportFiles({ ...work, live, step, watch });
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (!(reason instanceof LeaseLost)) throw reason;
  }
  await sweepDestination(work.dependencies, live.exportId);
};

const intentOf = ({ dependencies, task, live, epoch }: Attempt, step: string): Intent =>
  exportIntent(dependencies, task, `${step} in epoch ${epoch}`, live.by);

/** Copies the files, records the failures, and ends the export. */
const exportFiles = async (attempt: Attempt): Promise<void> => {
  const { files, failures } = await copyVersion(attempt);
  const { dependencies, task, live, epoch, step, log } = attempt;
  const { exportId } = live;
  let page = 0;
  for (const each of failurePages(failures)) {
    const number = page++;
    const command = { type: 'RecordExportFailures', exportId, epoch, page: number, failures: each } as const;
    await step('record-failures', () => onExport(dependencies, intentOf(attempt, `failures ${number}`), command));
  }
  if (failures.length > 0) log.warn('An export has failures', { export: exportId, failures: failures.length });
  const end = { path: task.archivalGroup, exportId, epoch, files, failures: failures.length };
  const result = await step('finish', () => finishExport(dependencies, intentOf(attempt, 'finish'), end));
  if (!result.ok) throw new LeaseLost(result.refusal.detail);
};

interface CopyResult {
  /** Files copied and verified; 0 when the whole export failed. */
  readonly files: number;
  readonly failures: readonly ExportFailure[];
}

const copyVersion = async (attempt: Attempt): Promise<CopyResult> => {
  try {
    return await copyAll(attempt);
  } catch (error) {
    const failure = wholeFailure(error);
    if (failure === null) throw error;
    return { files: 0, failures: [failure] };
  }
};

const copyAll = async (attempt: Attempt): Promise<CopyResult> => {
  const { dependencies, task, live, epoch, step, signal, report } = attempt;
  report({ step: 'prepare' });
  const { bytes } = dependencies;
  const mismatch = await step('compare-object', () => objectMismatch(dependencies, task.archivalGroup));
  if (mismatch !== null) throw new WholeExportFailure(mismatch);
  const { files, place } = await step('read-version', () => plannedFiles(attempt));
  const listed = await step('list-object', () => listedBelow(bytes, place.bucket, `${place.root}/`));
  const { destination } = live;
  const exporting = {
    bytes: copierOf(attempt),
    destination,
    bucket: place.bucket,
    stored: (key: string) => listed.get(key) ?? null,
    replaceable: await step('read-deposit', () => openingMets(dependencies, destination)),
    isRepeated: epoch > 1,
  };
  const bytesThere = files.reduce((sum, { key }) => sum + (listed.get(key ?? '')?.size ?? 0), 0);
  const copying = progress(report, { step: 'copy', files: files.length, bytes: bytesThere });
  const failures = await copyFiles(files, exporting, { progress: copying, step, signal });
  return { files: files.length - failures.length, failures };
};

/** The files to copy. The inventory and the state, which are large, are not kept while they are copied. */
const plannedFiles = async ({ dependencies, task, live }: Attempt) => {
  const version = await readVersionOfGroup(dependencies, task.archivalGroup, live.version);
  return { files: await runInSlices(filesToExport(version)), place: version.place };
};

/** The store as this attempt uses it: nothing is copied once the export is lost. */
const copierOf = ({ dependencies: { bytes }, watch }: Attempt): FileExportOptions['bytes'] => ({
  head: (at) => bytes.head(at),
  get: (at, options) => bytes.get(at, options),
  async copy(from, to, options) {
    await watch.requireLive();
    return bytes.copy(from, to, options);
  },
});

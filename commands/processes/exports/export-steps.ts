import { latest, type HandleResult } from '../../core/decider.js';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import { versionName } from '../../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { onLedger } from '../../archival-group/ledger-stream.js';
import type { Dependencies } from '../../core/dependencies.js';
import { type StreamFact, stepOf, type Intent, exportIntent } from '../../core/intent.js';
import { exportStream, onExport, readExport } from '../../export/export-stream.js';
import type { Export } from '../../export/state.js';
import { ensureFolders } from '../../mets-edits/ensure-folders.js';
import { onDeposit, readDeposit } from '../../deposit/deposit-stream.js';
import type { Deposit } from '../../deposit/state.js';
import { readCorrelation } from '../../reads/read-correlation.js';
import { prepareWorkspaceOf } from '../deposits/prepare-workspace.js';
import type { Position } from '../../../events/envelope.js';
import type { ExportFact } from '../../../events/export.js';

type Of<Type extends ArchivalGroupFact['type']> = StreamFact<Extract<ArchivalGroupFact, { type: Type }>>;

/** Queues an export that the ledger has admitted. */
export const finishExportRequest = (
  dependencies: Dependencies,
  fact: Of<'ExportRequested'>,
): Promise<HandleResult<ExportFact>> => {
  const { path: archivalGroup, exportId, depositId, version, destination, declared, retryOf, by, at } = fact.data;
  return onExport(dependencies, stepOf(fact, 'queue'), {
    type: 'QueueExport',
    exportId,
    archivalGroup,
    depositId,
    sourceVersion: versionName(version),
    destination,
    declared,
    ...(retryOf === undefined ? {} : { retryOf }),
    by,
    at,
  });
};

/** Records the start on the export's own stream. */
export const finishExportStart = async (dependencies: Dependencies, fact: Of<'ExportStarted'>): Promise<void> => {
  const { exportId, worker, at } = fact.data;
  const by = fact.metadata.actor.agent;
  await onExport(dependencies, stepOf(fact, 'start'), { type: 'RecordExportStart', exportId, worker, by, at });
};

/** The folders for metadata that every deposit has (preservation 2.6). */
const METADATA_FOLDERS = ['metadata', 'metadata/ad-hoc'];

/**
 * Makes the deposit of a finished export `new`, after its METS has the folders for metadata (preservation 3.1). Does
 * nothing for an export without a deposit, nor once the deposit is `new`: its owner may have changed the files. Safe to
 * repeat.
 */
export const arriveFiles = async (
  dependencies: Dependencies,
  finished: Extract<Export, { readonly status: 'finished' }>,
): Promise<Position | null> => {
  const { exportId, depositId, failures, by } = finished;
  const deposit = depositId === null ? null : await readDeposit(dependencies.events, depositId);
  if (depositId === null || deposit?.status !== 'exporting') return null;
  // The METS of a group without one is put by the preparation, which may be slower than the export.
  if (!deposit.prepared) await prepareWorkspaceOf(dependencies, depositId);
  const correlationId = (await readCorrelation(dependencies.events, exportStream(exportId))) ?? exportId;
  const job = { jobId: exportId, correlationId };
  const folders = exportIntent(dependencies, job, 'folders', by);
  await ensureFolders(dependencies, folders, { depositId, folders: METADATA_FOLDERS });
  const intent = exportIntent(dependencies, job, 'arrived', by);
  const command = { type: 'RecordFilesArrived', depositId, exportId, failures, by, at: intent.at } as const;
  return latest(await onDeposit(dependencies, intent, command));
};

/**
 * The deposit, which is made `new` before where its export has finished (preservation 3.1); null when there is none or it
 * was deleted.
 */
export const depositAfterExport = async (dependencies: Dependencies, depositId: string): Promise<Deposit | null> => {
  const deposit = await readDeposit(dependencies.events, depositId);
  if (deposit?.status !== 'exporting' || deposit.exported === null) return deposit;
  const found = await readExport(dependencies.events, deposit.exported.exportId);
  if (found?.status !== 'finished') return deposit;
  await arriveFiles(dependencies, found);
  return readDeposit(dependencies.events, depositId);
};

/** After an export has finished: ends it on its own stream, and makes its deposit `new`. */
export const finishExported = async (
  dependencies: Dependencies,
  fact: Of<'ExportFinished'>,
): Promise<Position | null> => {
  const { exportId, epoch, files, failures, at } = fact.data;
  const by = fact.metadata.actor.agent;
  const intent = stepOf(fact, 'complete');
  const command = { type: 'CompleteExport', exportId, epoch, files, failures, by, at } as const;
  const completed = await onExport(dependencies, intent, command);
  const finished = await readExport(dependencies.events, exportId);
  const arrived = finished?.status === 'finished' ? await arriveFiles(dependencies, finished) : null;
  return arrived ?? latest(completed);
};

/** Ends an export that its ledger has abandoned on its own stream. */
export const finishExportAbandoned = async (
  dependencies: Dependencies,
  fact: Of<'ExportAbandoned'>,
): Promise<Position | null> => {
  const { exportId, cancelledBy, by, at } = fact.data;
  const why = cancelledBy === undefined ? ({ reason: 'deposit-deleted' } as const) : cancelled(cancelledBy);
  const command = { type: 'AbandonExportJob', exportId, ...why, by, at } as const;
  return latest(await onExport(dependencies, stepOf(fact, 'abandon'), command));
};

const cancelled = (cancelledBy: string) => ({ reason: 'cancelled', cancelledBy }) as const;

/** Abandons an export whose deposit was deleted; does nothing once it has finished. */
export const abandonExport = async (
  dependencies: Dependencies,
  intent: Intent,
  { path, exportId, by }: { readonly path: RepositoryPath; readonly exportId: string; readonly by: string },
): Promise<void> => {
  const abandoned = await onLedger(dependencies, intent, { type: 'AbandonExport', path, exportId, by, at: intent.at });
  const [fact] = abandoned.ok ? abandoned.value : [];
  if (fact?.type === 'ExportAbandoned') await finishExportAbandoned(dependencies, fact);
};

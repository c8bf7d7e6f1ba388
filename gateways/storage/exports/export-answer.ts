import { cancelledBy } from '../../../commands/core/steering.js';
import type { Export } from '../../../commands/export/state.js';
import { readExportFailures } from '../../../commands/export/export-stream.js';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import type { ExportFailure } from '../../../events/export.js';
import { renderExport, type ExportOutcome } from '../../rendering/export.js';
import type { RepositoryDependencies } from '../../service/repository-dependencies.js';

type FinishedExport = Extract<Export, { readonly status: 'finished' }>;

const failuresOf = async (
  { dependencies }: RepositoryDependencies,
  { exportId, epoch, failures }: FinishedExport,
): Promise<readonly ExportFailure[]> => {
  const found: ExportFailure[] = [];
  if (failures === 0) return found;
  for await (const failure of readExportFailures(dependencies.events, exportId, epoch)) found.push(failure);
  return found;
};

/** The paths of the version's files without those that failed; none where the whole export failed. */
const outcomeOfFinished = async (on: RepositoryDependencies, finished: FinishedExport): Promise<ExportOutcome> => {
  const failures = await failuresOf(on, finished);
  const failed = new Set(failures.map(({ path }) => path));
  const { archivalGroup, sourceVersion } = finished;
  const head = (await readLedger(on.dependencies.events, archivalGroup)).versions.length;
  if (failed.has(null) || sourceVersion === null || head === 0) return { files: () => [], failures };
  const { state } = await on.groups.content(archivalGroup, head, sourceVersion);
  const files = function* (): Generator<string> {
    for (const path of state.binaries.keys()) if (!failed.has(path)) yield path;
  };
  return { files, failures };
};

/** A cancelled export tells of none of its files, which may be there, in part, or not. */
const outcomeOf = async (on: RepositoryDependencies, recorded: Export): Promise<ExportOutcome | null> => {
  if (recorded.status === 'finished') return outcomeOfFinished(on, recorded);
  if (recorded.status !== 'cancelled') return null;
  return { files: () => [], failures: [{ path: null, message: cancelledBy(recorded.cancelledBy) }] };
};

/** An export as its resource shows it. */
export const exportAnswer = async (on: RepositoryDependencies, recorded: Export): Promise<object> => {
  const outcome = await outcomeOf(on, recorded);
  return renderExport(on.baseUrls.storage, recorded, outcome);
};

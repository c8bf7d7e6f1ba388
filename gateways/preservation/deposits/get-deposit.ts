import { findDepositMets } from '../../../commands/workspace/deposit-mets.js';
import { readExport } from '../../../commands/export/export-stream.js';
import { depositNotFound } from '../../../commands/deposit/checks.js';
import { depositAfterExport } from '../../../commands/processes/exports/export-steps.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { renderDeposit, renderWork } from '../../rendering/deposit.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { exportUri } from '../../uris/uris.js';
import { storeMissingListing } from '../workspace/stored-listing.js';
import { headVersion } from './chosen-group.js';

/**
 * Warns of files that the export of the deposit did not copy: an import would take them for deleted. The deposit of an
 * export that was cancelled stays `exporting`, and can be deleted.
 */
const exportWarnings = async (
  { dependencies, baseUrls }: DepositDependencies,
  { exported, status }: Deposit,
): Promise<string[]> => {
  if (exported === null) return [];
  const { exportId, version, failures } = exported;
  const uri = exportUri(baseUrls.storage, exportId);
  if ((failures ?? 0) > 0)
    return [`${failures} errors occurred when ${version} was exported: see ${uri}. Files may be missing.`];
  const found = status === 'exporting' ? await readExport(dependencies.events, exportId) : null;
  return found?.status === 'cancelled'
    ? [`${found.cancelledBy} cancelled the export of ${version}: see ${uri}. Files are missing; delete this deposit.`]
    : [];
};

/** A deposit from its stream, whether its group exists, and the ETag of its METS (companion 13.5). */
export const getDeposit = (on: DepositDependencies): Route =>
  route('getDeposit', async (call) => {
    const { dependencies, baseUrls } = on;
    const depositId = pathParameter(call, 'depositId');
    const deposit = await depositAfterExport(dependencies, depositId);
    if (deposit === null) return refusalAnswer(depositNotFound(depositId));
    const [head, mets, warnings] = await Promise.all([
      headVersion(dependencies, deposit.archivalGroup),
      findDepositMets(dependencies.bytes, deposit.files),
      exportWarnings(on, deposit),
      storeMissingListing(on, deposit),
    ]);
    const context = { archivalGroupExists: head !== null, metsETag: mets?.info.etag ?? null, warnings };
    const nextVersion = deposit.archivalGroup === null ? null : (head ?? 0) + 1;
    return json(200, {
      ...renderDeposit(baseUrls.preservation, deposit, context),
      ...renderWork(baseUrls.preservation, { ...deposit.work, depositId }, nextVersion),
    });
  });

import { findDepositMets } from '../../../commands/workspace/deposit-mets.js';
import { depositNotFound } from '../../../commands/deposit/checks.js';
import { depositAfterExport } from '../../../commands/processes/exports/export-steps.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import { renderDeposit } from '../../rendering/deposit.js';
import { json, route, pathParameter, type Route } from '../../http/route.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { exportUri } from '../../uris/uris.js';
import { groupExists } from './chosen-group.js';

/** Warns of files that the export of the deposit could not copy: an import would take them for deleted. */
const exportWarnings = (storage: string, { exported }: Deposit): string[] =>
  exported === null || (exported.failures ?? 0) === 0
    ? []
    : [
        `${exported.failures} errors occurred when ${exported.version} was exported: see ${exportUri(storage, exported.exportId)}. Files may be missing.`,
      ];

/** A deposit from its stream, whether its group exists, and the ETag of its METS (companion 13.5). */
export const getDeposit = ({ dependencies, baseUrls }: DepositDependencies): Route =>
  route('getDeposit', async (call) => {
    const depositId = pathParameter(call, 'depositId');
    const deposit = await depositAfterExport(dependencies, depositId);
    if (deposit === null) return refusalAnswer(depositNotFound(depositId));
    const [archivalGroupExists, mets] = await Promise.all([
      groupExists(dependencies, deposit.archivalGroup),
      findDepositMets(dependencies.bytes, deposit.files),
    ]);
    const warnings = exportWarnings(baseUrls.storage, deposit);
    const context = { archivalGroupExists, metsETag: mets?.info.etag ?? null, warnings };
    return json(200, renderDeposit(baseUrls.preservation, deposit, context));
  });
